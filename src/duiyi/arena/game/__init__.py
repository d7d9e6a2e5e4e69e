"""One game: the referee who conducts it, what it leaves behind, and how it is judged again."""
