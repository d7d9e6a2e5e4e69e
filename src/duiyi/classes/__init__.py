"""A class as data: people, roles, settings, hand-ins, jobs. Nothing is run or served here."""
