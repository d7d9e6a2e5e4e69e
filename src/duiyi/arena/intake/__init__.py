"""Intake: hand-ins of a class, from an archive or a directory to bots that take part."""
