"""Who somebody is, and how one comes in: passwords, sessions, links, codes, devices, pseudonyms."""
