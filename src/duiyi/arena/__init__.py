"""The arena: refereed, fairly timed, recorded games between bots that nobody has to trust."""
