"""The lecture's card game, in which playing the average deal goes wrong.

MAX holds ♥6 ♦6 ♣9 ♣8 and leads. MIN holds ♠2 ♣10 ♣5 and either ♥4 or ♦4; MAX does not know which. The leader plays a
card; the other must follow suit if possible, and wins the trick only with a higher card of that suit. The winner
leads next. The utility is the difference in tricks.

With open cards every lead is worth 0, so averaging over clairvoyance sees no difference. But after ♣9 or ♣8 MAX must
throw away ♥6 or ♦6 before knowing which of them is good: that guarantees only −2. Leading ♥6 or ♦6 first guarantees
0.
"""

from __future__ import annotations

import zermelo
from zermelo import textbook

RANKS = "23456789TJQKA"
HAND = ("h6", "d6", "c9", "c8")
OTHER = ("s2", "cT", "c5")
SECRETS = ("h4", "d4")

State = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], int, int, str]
"""MAX's hand, MIN's hand, the cards played in order, whose turn, MAX's tricks minus MIN's, and MIN's secret card."""


def follows(hand: tuple[str, ...], led: str | None) -> list[str]:
    """The cards that may be played."""
    same = [card for card in hand if led and card[0] == led[0]]
    return same or list(hand)


class Tricks(zermelo.Game):
    """The lecture's trick game."""

    name = "tricks"
    players = ("max", "min")
    unit = "tricks"
    bounds = (-4, 4)
    chance = True
    hidden = True
    longest = 9

    def initial(self) -> State:
        return HAND, OTHER, (), zermelo.CHANCE, 0, ""

    def turn(self, state: State) -> int | None:
        _, _, played, turn, _, _ = state
        return turn if turn == zermelo.CHANCE or len(played) < 8 else None

    def chances(self, state: State) -> list[tuple[str, float]]:
        return [(card, 1 / len(SECRETS)) for card in SECRETS]

    def moves(self, state: State) -> list[str]:
        own, other, played, turn, _, _ = state
        led = played[-1] if len(played) % 2 else None
        return follows(own if turn == 0 else other, led)

    def play(self, state: State, move: str) -> State:
        own, other, played, turn, score, secret = state
        if turn == zermelo.CHANCE:
            return own, (*other, move), played, 0, score, move
        if turn == 0:
            own = tuple(card for card in own if card != move)
        else:
            other = tuple(card for card in other if card != move)
        if len(played) % 2 == 0:
            return own, other, (*played, move), 1 - turn, score, secret
        led = played[-1]
        wins = move[0] == led[0] and RANKS.index(move[1]) > RANKS.index(led[1])
        winner = turn if wins else 1 - turn
        return own, other, (*played, move), winner, score + (1 if winner == 0 else -1), secret

    def utilities(self, state: State) -> tuple[int, int]:
        return state[4], -state[4]

    def observation(self, state: State, player: int) -> str:
        own, other, played, turn, _, _ = state
        hand = own if player == 0 else other
        return f"{' '.join(hand) or '-'} | {' '.join(played) or '-'} | {turn}"

    def worlds(self, state: State, player: int) -> list[tuple[State, float]]:
        own, other, played, turn, score, secret = state
        if not secret or player == 1 or secret in played:
            return [(state, 1.0)]
        # Who did not follow suit does not hold it.
        worlds = [
            (own, tuple(card if kept == secret else kept for kept in other), played, turn, score, card)
            for card in SECRETS
            if card == secret or not self.betrayed(played, card)
        ]
        return [(world, 1 / len(worlds)) for world in worlds]

    def betrayed(self, played: tuple[str, ...], card: str) -> bool:
        """Would MIN, holding this card, have had to play it by now?"""
        state: State = (HAND, (*OTHER, card), (), 0, 0, card)
        for action in played:
            if action not in self.moves(state):
                return True
            state = self.play(state, action)
        return False


if __name__ == "__main__":
    print(zermelo.check_game(Tricks()))
    position = Tricks().start().play("h4")
    print("averaging over clairvoyance", textbook.averaging_over_clairvoyance(position))
    print("in belief states           ", textbook.belief_minimax(position))
