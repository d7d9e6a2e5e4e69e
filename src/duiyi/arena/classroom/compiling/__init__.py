"""From sources to a program, or to the lines that are in its way."""
