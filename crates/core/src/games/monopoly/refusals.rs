//! Positions of monopoly that are refused, each with its reason.

use super::*;

const TWO: Rules = Rules {
    seats: 2,
    turns: 0,
    cash: 1500,
};

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        (
            "1500@0/1500@0 s 0",
            "a position is at least four words (players, whose turn, doubles, phase), not 3",
        ),
        ("1500@0 s 0 roll", "there are 2 seats, not 1"),
        ("out/out s 0 over", "somebody must be left"),
        (
            "-5@0/1500@0 s 0 roll",
            "\"-5\" is no sum of money: it is a number from 0 to 99999999",
        ),
        (
            "0100@0/1500@0 s 0 roll",
            "\"0100\" is no sum of money: it is a number from 0 to 99999999",
        ),
        (
            "1500/1500@0 s 0 roll",
            "\"1500\" is no player: it is cash@place, such as 1500@0, or out",
        ),
        (
            "1500@30/1500@0 s 0 roll",
            "\"30\" is no place: it is 0 to 39 but 30, jail, jail1 or jail2",
        ),
        (
            "1500@0:2/1500@0 s 0 roll",
            "\"2\" is no lot: it is the number of its square",
        ),
        ("1500@0:1h5/1500@0 s 0 roll", "\"1h5\" has no 1 to 4 houses"),
        (
            "1500@0:1x/1500@0 s 0 roll",
            "\"1x\" is no lot: it is a square, such as 24, 24h3, 24H or 24m",
        ),
        ("1500@0:1.1/1500@0 s 0 roll", "mediterranean is owned twice"),
        ("1500@0:1/1500@0:1 s 0 roll", "mediterranean is owned twice"),
        (
            "1500@0+y/1500@0 s 0 roll",
            "\"y\" is no card: it is c from chance or x from the chest",
        ),
        ("1500@0+c/1500@0+c s 0 roll", "the card \"c\" is held twice"),
        ("1500@0:5h1/1500@0 s 0 roll", "nobody builds on railroads"),
        (
            "1500@0:1h1/1500@0 s 0 roll",
            "only a complete group is built on, but brown is not",
        ),
        (
            "1500@0:1h1.3m/1500@0 s 0 roll",
            "brown cannot be mortgaged and built on",
        ),
        ("1500@0:1h2.3/1500@0 s 0 roll", "brown is not built evenly"),
        (
            "1500@0:6h4.8h4.9h4.11h4.13h4.14h4.16h3.18h3.19h3/1500@0 s 0 roll",
            "there are 32 houses, not 33",
        ),
        (
            "1500@0:1H.3H.6H.8H.9H.11H.13H.14H.16H.18H.19H.37H.39H/1500@0 s 0 roll",
            "there are 12 hotels, not 13",
        ),
        ("1500@0/1500@0 h 0 roll", "\"h\" is no player: it is s or c"),
        (
            "1500@0/1500@0 s 3 roll",
            "\"3\" doubles in a turn cannot be: it is 0 to 2",
        ),
        (
            "1500@0/1500@0 s 0 rest",
            "\"rest\" is no phase: there are jail, roll, draw, throw, buy, auction, raise, receive, manage, offer, answer, over",
        ),
        (
            "1500@0/1500@0 s 0 roll again",
            "\"again\" is no word of a position: those after the fourth are like bid=110",
        ),
        (
            "1500@0/1500@0 s 0 roll bid=5",
            "\"bid=5\" has no meaning in phase \"roll\"",
        ),
        (
            "1500@1/1500@0 s 0 auction lot=1 lot=3",
            "\"lot\" is said twice",
        ),
        (
            "1500@0/1500@0 s 0 roll turn=3",
            "turns are counted only with the option turns",
        ),
        (
            "1500@0/1500@0 s 0 over",
            "the game is over when one player is left or the turns are, and only then",
        ),
        (
            "1500@0/out s 0 roll",
            "the game is over when one player is left or the turns are, and only then",
        ),
        ("out/1500@0 s 0 over", "ship is out and has nothing to play"),
        ("1500@0/1500@0 s 0 jail", "ship is not in jail"),
        (
            "1500@jail/1500@0 s 1 roll",
            "there are no doubles in jail nor at the end of a turn",
        ),
        (
            "1500@0/1500@0 s 1 manage",
            "there are no doubles in jail nor at the end of a turn",
        ),
        (
            "1500@0/1500@0 s 0 draw",
            "ship stands on no square with cards",
        ),
        (
            "1500@1:1/1500@0 s 0 buy",
            "ship stands on no lot of the bank",
        ),
        (
            "1500@12:12/1500@0 s 0 throw",
            "ship owes no rent for a utility",
        ),
        (
            "1500@1/1500@0 s 0 manage traded=no",
            "\"traded=no\" is not \"traded=yes\"",
        ),
        (
            "1500@1/1500@0 s 0 roll spent=yes",
            "\"spent=yes\" has no meaning in phase \"roll\"",
        ),
        ("1500@1/1500@0 s 0 auction lot=1", "\"bid=\" is missing"),
        (
            "1500@1:1/1500@0 s 0 auction lot=1 bid=0 next=s in=sc",
            "the lot under the hammer is the bank's and not for sale later",
        ),
        (
            "1500@1/1500@0 s 0 auction lot=1 bid=0 next=s in=sc sale=1",
            "the lot under the hammer is the bank's and not for sale later",
        ),
        (
            "1500@1:3/1500@0 s 0 auction lot=1 bid=0 next=s in=sc sale=3",
            "only lots of the bank are for sale",
        ),
        (
            "1500@1/1500@0 s 0 auction lot=1 bid=20 next=s in=sc",
            "there is a leader as soon as somebody has bid at least 10",
        ),
        (
            "1500@1/1500@0 s 0 auction lot=1 bid=20 lead=c next=s in=s",
            "who leads and who bids next are in the auction",
        ),
        (
            "1500@1/1500@0 s 0 auction lot=1 bid=20 lead=s next=s in=s",
            "who leads does not bid next",
        ),
        (
            "1500@1/20@0 s 0 auction lot=1 bid=20 lead=s next=c in=sc",
            "car has not enough cash for this auction",
        ),
        (
            "1500@1/20@0 s 0 auction lot=1 bid=20 lead=s next=c in=scc",
            "\"scc\" names a player twice",
        ),
        (
            "100@1/20@0 s 0 raise debt=50 from=s",
            "who raises money has not enough cash, but enough to sell and to mortgage",
        ),
        (
            "10@1:1/20@0 s 0 raise debt=50 from=s",
            "who raises money has not enough cash, but enough to sell and to mortgage",
        ),
        (
            "20@1:1/20@0 s 0 raise debt=50 from=s to=s",
            "nobody owes money to herself",
        ),
        (
            "20@1:1/20@0 s 0 raise debt=50 from=s steps=5",
            "3 to 11 steps are left only to whoever owes the fine on jail2",
        ),
        (
            "20@1:1/20@0 s 0 raise debt=50 from=s birthday=s",
            "\"birthday=\" names some of the other players",
        ),
        (
            "20@1:1/20@0 s 0 raise debt=50 from=s birthday=c chairman=c",
            "it cannot be birthday and chairman at once",
        ),
        ("20@1:1/20@0 s 0 receive", "\"received=\" is missing"),
        (
            "20@1:1/20@0 s 0 receive received=1",
            "only mortgaged lots are received",
        ),
        (
            "20@1:1m/20@0 s 0 receive received=1.1",
            "\"1.1\" names a lot twice",
        ),
        (
            "20@1:1m/20@0 s 0 receive received=1 birthday=c traded=yes",
            "a card is done with before trades",
        ),
        (
            "20@1:1/20@0 s 0 offer with=c give=3",
            "\"give=3\" is no lot of ship in a group without buildings",
        ),
        (
            "20@1:1/20@0 s 0 offer with=s give=1",
            "a trade is with another player, about a lot, and can be paid",
        ),
        (
            "20@1:1/9@0 s 0 offer with=c give=1",
            "a trade is with another player, about a lot, and can be paid",
        ),
        (
            "20@1:1/20@0 s 0 answer with=c give=1",
            "the sum on top is none, or one that could be named",
        ),
        (
            "20@1:1/20@0 s 0 answer with=c give=1 ask=50",
            "the sum on top is none, or one that could be named",
        ),
    ] {
        assert_eq!(TWO.parse(text), Err(reason.into()), "{text}");
    }
    assert_eq!(
        Rules { seats: 3, ..TWO }
            .parse("out/20@0/20@0 c 0 auction lot=1 bid=10 lead=s next=c in=c"),
        Err("ship is out".into())
    );
    assert_eq!(
        Rules { turns: 10, ..TWO }.parse("20@0/20@0 c 0 roll turn=11"),
        Err("\"11\" is no turn: it is 1 to 10".into())
    );
}
