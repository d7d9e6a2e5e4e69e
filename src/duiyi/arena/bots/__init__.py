"""Bots: from what a person wrote or handed in to a program that can be asked to move."""
