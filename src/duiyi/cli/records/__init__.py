"""Commands for records and pictures."""
