"""Exploring: any legal move of every seat from any position, without a table."""
