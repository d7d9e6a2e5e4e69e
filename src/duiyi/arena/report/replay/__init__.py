"""Games as the report replays them: pictures drawn once, packed small."""
