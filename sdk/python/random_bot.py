"""The smallest bot: any legal move, in any game."""

import random

from duiyi_bot import Bot


class RandomBot(Bot):
    name = "random bot"

    def choose(self, position, legal):
        return random.choice(legal)


if __name__ == "__main__":
    RandomBot().run()
