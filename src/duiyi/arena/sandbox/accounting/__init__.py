"""Accounting: what the processes of a box use, and how they are bounded and held still."""
