"""Commands about classes: their people, their codes and links, their data, their hand-ins."""
