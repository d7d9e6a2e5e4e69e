"""Computers: worker processes that think for tables and for hints."""
