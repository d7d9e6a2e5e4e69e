"""What atom says to people besides narrating: prompts, previews of choices, notation."""
