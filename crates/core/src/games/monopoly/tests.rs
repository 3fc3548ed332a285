//! The special rules of monopoly, one by one.

use super::*;
use crate::conformance::{Effort, check};

const TWO: Rules = rules(2, 0);
const THREE: Rules = rules(3, 0);

const fn rules(seats: u8, turns: u32) -> Rules {
    Rules {
        seats,
        turns,
        cash: 1500,
    }
}

fn seated(text: &str) -> Rules {
    rules(text.split(' ').next().unwrap().split('/').count() as u8, 0)
}

fn moves(text: &str) -> Vec<String> {
    let rules = seated(text);
    let position = rules.parse(text).unwrap();
    rules
        .actions(&position)
        .iter()
        .map(|action| rules.move_text(&position, action))
        .collect()
}

/// The moves that are no trades.
fn plain_moves(text: &str) -> Vec<String> {
    let mut moves = moves(text);
    moves.retain(|action| !action.starts_with("trade"));
    moves
}

fn played(rules: &Rules, text: &str, line: &[&str]) -> String {
    let mut position = rules
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    for wanted in line {
        let action = rules
            .read_move(&position, wanted)
            .unwrap_or_else(|| panic!("{wanted} is not legal in {}", rules.text(&position)));
        rules.play_unchecked(&mut position, &action);
    }
    rules.text(&position)
}

/// The position after these moves.
fn after(text: &str, line: &[&str]) -> String {
    played(&seated(text), text, line)
}

#[test]
fn a_lot_of_the_bank_is_bought_at_its_price() {
    let start = TWO.text(&TWO.start());
    assert_eq!(start, "1500@0/1500@0 s 0 roll");
    assert_eq!(after(&start, &["5-3"]), "1500@8/1500@0 s 0 buy");
    assert_eq!(moves("1500@8/1500@0 s 0 buy"), ["buy", "auction"]);
    assert_eq!(after(&start, &["5-3", "buy"]), "1400@8:8/1500@0 s 0 manage");
    assert_eq!(
        after(&start, &["5-3", "buy", "done", "5-3"]),
        "1406@8:8/1494@8 c 0 manage"
    );
}

#[test]
fn doubles_throw_again_and_three_go_to_jail() {
    let start = "1500@0/1500@0 s 0 roll";
    assert_eq!(after(start, &["5-5"]), "1500@10/1500@0 s 1 roll");
    assert_eq!(after(start, &["5-5", "5-5"]), "1500@20/1500@0 s 2 roll");
    assert_eq!(
        after(start, &["5-5", "5-5", "1-1"]),
        "1500@jail/1500@0 s 0 manage"
    );
    assert_eq!(
        after("1500@20/1500@0 s 1 roll", &["6-4"]),
        "1500@jail/1500@0 s 0 manage"
    );
}

#[test]
fn passing_or_reaching_go_pays_the_salary() {
    assert_eq!(
        after("1500@35/1500@0 s 0 roll", &["3-2"]),
        "1700@0/1500@0 s 0 manage"
    );
    assert_eq!(
        after("1500@39/1500@0 s 0 roll", &["6-5"]),
        "1700@10/1500@0 s 0 manage"
    );
    assert_eq!(
        after("1500@36/1500@0 s 0 draw", &["jail"]),
        "1500@jail/1500@0 s 0 manage"
    );
    assert_eq!(
        after(
            "1500@22/1500@0 s 0 draw",
            &["reading", "auction", "pass", "pass"]
        ),
        "1700@5/1500@0 s 0 manage"
    );
}

#[test]
fn taxes_are_paid_to_the_bank() {
    assert_eq!(
        after("1500@0/1500@0 s 0 roll", &["3-1"]),
        "1300@4/1500@0 s 0 manage"
    );
    assert_eq!(
        after("1500@35/1500@0 s 0 roll", &["2-1"]),
        "1400@38/1500@0 s 0 manage"
    );
}

#[test]
fn rents_grow_with_the_group() {
    for (lots, paid) in [
        ("16", 14),
        ("16.18.19", 28),
        ("16.18m.19", 28),
        ("16h1.18.19", 70),
        ("16h1.18h1.19h1", 70),
        ("16h4.18h4.19h4", 750),
        ("16H.18H.19H", 950),
        ("16m.18.19", 0),
    ] {
        let before = format!("1500@13/1000@0:{lots} s 0 roll");
        let expected = format!("{}@16/{}@0:{lots} s 0 manage", 1500 - paid, 1000 + paid);
        assert_eq!(after(&before, &["2-1"]), expected);
    }
    assert_eq!(
        after("1500@13/1000@0:18.19 s 0 roll", &["4-1"]),
        "1486@18/1014@0:18.19 s 0 manage"
    );
}

#[test]
fn rents_of_railroads_and_utilities_grow_with_their_number() {
    for (lots, paid) in [
        ("5", 25),
        ("5.15", 50),
        ("5.15.25", 100),
        ("5.15m.25.35", 200),
        ("5m.15.25.35", 0),
    ] {
        let before = format!("1500@0/1000@0:{lots} s 0 roll");
        let expected = format!("{}@5/{}@0:{lots} s 0 manage", 1500 - paid, 1000 + paid);
        assert_eq!(after(&before, &["4-1"]), expected);
    }
    for (lots, paid) in [("12", 28), ("12.28", 70), ("12.28m", 70), ("12m.28", 0)] {
        let before = format!("1500@5/1000@0:{lots} s 0 roll");
        let expected = format!("{}@12/{}@0:{lots} s 0 manage", 1500 - paid, 1000 + paid);
        assert_eq!(after(&before, &["4-3"]), expected);
    }
}

#[test]
fn cards_move_the_token() {
    let chance = "1500@7/1500@0 s 0 draw";
    for (card, expected) in [
        ("go", "1700@0/1500@0 s 0 manage"),
        ("illinois", "1500@24/1500@0 s 0 buy"),
        ("st-charles", "1500@11/1500@0 s 0 buy"),
        ("boardwalk", "1500@39/1500@0 s 0 buy"),
        ("reading", "1700@5/1500@0 s 0 buy"),
        ("railroad", "1500@15/1500@0 s 0 buy"),
        ("utility", "1500@12/1500@0 s 0 buy"),
        ("back", "1300@4/1500@0 s 0 manage"),
        ("jail", "1500@jail/1500@0 s 0 manage"),
    ] {
        assert_eq!(after(chance, &[card]), expected, "{card}");
    }
    for (place, card, expected) in [
        (22, "railroad", "1500@25/1500@0 s 1 buy"),
        (36, "railroad", "1700@5/1500@0 s 1 buy"),
        (22, "utility", "1500@28/1500@0 s 1 buy"),
        (36, "utility", "1700@12/1500@0 s 1 buy"),
        (36, "back", "1500@33/1500@0 s 1 draw"),
        (22, "back", "1500@19/1500@0 s 1 buy"),
        (22, "jail", "1500@jail/1500@0 s 0 manage"),
    ] {
        let text = format!("1500@{place}/1500@0 s 1 draw");
        assert_eq!(after(&text, &[card]), expected, "{card} on {place}");
    }
}

#[test]
fn the_nearest_railroad_costs_twice_and_the_nearest_utility_ten_times_a_new_throw() {
    assert_eq!(
        after("1500@7/1000@0:5.15 s 0 draw", &["railroad"]),
        "1400@15/1100@0:5.15 s 0 manage"
    );
    assert_eq!(
        after("1500@7/1000@0:15m s 0 draw", &["railroad"]),
        "1500@15/1000@0:15m s 0 manage"
    );
    assert_eq!(
        after("1500@7/1000@0:12 s 1 draw", &["utility"]),
        "1500@12/1000@0:12 s 1 throw"
    );
    assert_eq!(
        after("1500@7/1000@0:12 s 1 draw", &["utility", "6-6"]),
        "1380@12/1120@0:12 s 1 roll"
    );
    assert_eq!(
        after("1500@7/1000@0:12m s 0 draw", &["utility"]),
        "1500@12/1000@0:12m s 0 manage"
    );
    assert_eq!(
        after("1500@7:12/1000@0 s 0 draw", &["utility"]),
        "1500@12:12/1000@0 s 0 manage"
    );
}

#[test]
fn cards_pay_and_cost_money() {
    for (card, cash) in [("dividend", 1550), ("loan", 1650), ("speeding", 1485)] {
        let expected = format!("{cash}@7/1500@0 s 0 manage");
        assert_eq!(after("1500@7/1500@0 s 0 draw", &[card]), expected);
    }
    for (card, cash) in [
        ("error", 1700),
        ("holiday", 1600),
        ("insurance", 1600),
        ("inherit", 1600),
        ("stock", 1550),
        ("consultancy", 1525),
        ("refund", 1520),
        ("beauty", 1510),
        ("hospital", 1400),
        ("doctor", 1450),
        ("school", 1450),
        ("repairs", 1500),
    ] {
        let expected = format!("{cash}@33/1500@0 s 0 manage");
        assert_eq!(after("1500@33/1500@0 s 0 draw", &[card]), expected);
    }
    let lots = "1H.3H.6h1.8h2.9h1.5m";
    let shown = "1H.3H.5m.6h1.8h2.9h1";
    assert_eq!(
        after(&format!("1500@7:{lots}/0@0 s 0 draw"), &["repairs"]),
        format!("1200@7:{shown}/0@0 s 0 manage")
    );
    assert_eq!(
        after(&format!("1500@33:{lots}/0@0 s 0 draw"), &["repairs"]),
        format!("1110@33:{shown}/0@0 s 0 manage")
    );
}

#[test]
fn the_chairman_pays_everyone_and_everyone_pays_for_the_birthday() {
    assert_eq!(
        after("1500@7/100@0/out/100@0 s 0 draw", &["chairman"]),
        "1400@7/150@0/out/150@0 s 0 manage"
    );
    assert_eq!(
        after("1500@33/100@0/out/100@0 s 0 draw", &["birthday"]),
        "1520@33/90@0/out/90@0 s 0 manage"
    );
    assert_eq!(
        after("60@7:5/100@0/100@0 s 0 draw", &["chairman"]),
        "10@7:5/150@0/100@0 s 0 raise debt=50 from=s to=h"
    );
    assert_eq!(
        after(
            "40@7:1/100@0/100@0 s 0 draw",
            &["chairman", "mortgage mediterranean"]
        ),
        "out/150@0/120@0:1m s 0 receive received=1",
        "what is left goes to the first who cannot be paid"
    );
    assert_eq!(
        after("40@7:1.3/100@0/100@0 s 0 draw", &["chairman"]),
        "40@7:1.3/100@0/100@0 s 0 raise debt=50 from=s to=c chairman=h"
    );
    assert_eq!(
        after("0@33/5@0:1/5@0:3 s 2 draw", &["birthday"]),
        "0@33/5@0:1/5@0:3 s 2 raise debt=10 from=c to=s birthday=h"
    );
    assert_eq!(
        after(
            "0@33/5@0:1/5@0:3 s 2 draw",
            &["birthday", "mortgage mediterranean", "mortgage baltic"]
        ),
        "20@33/25@0:1m/25@0:3m s 2 roll"
    );
}

#[test]
fn a_card_that_somebody_holds_is_missing_from_its_deck() {
    let count = |text: &str| {
        let position = TWO.parse(text).unwrap();
        let mut chances = Vec::new();
        TWO.chances(&position, &mut chances);
        let railroad = chances
            .iter()
            .find(|(event, _)| TWO.move_text(&position, event) == "railroad");
        (chances.len(), railroad.map(|event| event.1))
    };
    assert_eq!(count("1500@7/1500@0 s 0 draw"), (15, Some(2.0 / 16.0)));
    assert_eq!(count("1500@7/1500@0+c s 0 draw"), (14, Some(2.0 / 15.0)));
    assert_eq!(count("1500@7/1500@0+x s 0 draw"), (15, Some(2.0 / 16.0)));
    assert_eq!(count("1500@2/1500@0+x s 0 draw"), (15, None));
    assert_eq!(
        after("1500@7/1500@0 s 0 draw", &["free"]),
        "1500@7+c/1500@0 s 0 manage"
    );
    assert_eq!(
        after("1500@2+c/1500@0 s 0 draw", &["free"]),
        "1500@2+cx/1500@0 s 0 manage"
    );
}

#[test]
fn jail_is_left_by_fine_card_or_doubles() {
    assert_eq!(moves("1500@jail+c/0@0 s 0 jail"), ["card", "pay", "roll"]);
    assert_eq!(moves("49@jail/0@0 s 0 jail"), ["roll"]);
    assert_eq!(moves("1500@jail2+x/0@0 s 0 jail"), ["card", "roll"]);
    assert_eq!(
        after("1500@jail1/0@0 s 0 jail", &["pay", "5-5"]),
        "1450@20/0@0 s 1 roll"
    );
    assert_eq!(
        after("1500@jail+cx/0@0 s 0 jail", &["card"]),
        "1500@10+x/0@0 s 0 roll"
    );
    assert_eq!(
        after("1500@jail1/0@0 s 0 jail", &["roll", "5-5"]),
        "1500@20/0@0 s 0 manage",
        "doubles that open the jail throw no further"
    );
    assert_eq!(
        after("1500@jail/0@0 s 0 jail", &["roll", "6-5"]),
        "1500@jail1/0@0 s 0 manage"
    );
    assert_eq!(
        after("1500@jail/0@0 s 0 manage", &["done", "6-4", "done"]),
        "1500@jail/0@10 s 0 jail"
    );
}

#[test]
fn the_third_throw_in_vain_pays_and_moves() {
    assert_eq!(
        after("1500@jail2/0@0 s 0 jail", &["roll", "6-5"]),
        "1450@21/0@0 s 0 buy"
    );
    assert_eq!(
        after("20@jail2:1/0@0:21 s 0 jail", &["roll", "6-5"]),
        "20@jail2:1/0@0:21 s 0 raise debt=50 from=s steps=11"
    );
    assert_eq!(
        after(
            "20@jail2:1/0@0 s 0 jail",
            &["roll", "6-5", "mortgage mediterranean"]
        ),
        "0@21:1m/0@0 s 0 buy"
    );
    assert_eq!(
        after("60@jail2:1/0@0:12 s 0 roll", &["2-1"]),
        "10@13:1/0@0:12 s 0 buy"
    );
}

#[test]
fn auctions_go_around_and_include_who_declined() {
    let buy = "300@8/100@0/25@0 s 0 buy";
    let auction = after(buy, &["auction"]);
    assert_eq!(
        auction,
        "300@8/100@0/25@0 s 0 auction lot=8 bid=0 next=s in=sch"
    );
    assert_eq!(moves(&auction), ["pass", "bid 10", "bid 50", "bid 100"]);
    let raised = after(&auction, &["bid 10"]);
    assert_eq!(
        raised,
        "300@8/100@0/25@0 s 0 auction lot=8 bid=10 lead=s next=c in=sch"
    );
    assert_eq!(moves(&raised), ["pass", "bid 20", "bid 60"]);
    assert_eq!(
        after(&raised, &["bid 20"]),
        "300@8/100@0/25@0 s 0 auction lot=8 bid=20 lead=c next=s in=sc",
        "hat cannot raise any more"
    );
    assert_eq!(
        after(&raised, &["bid 20", "pass"]),
        "300@8/80@0:8/25@0 s 0 manage"
    );
    assert_eq!(
        after(&auction, &["pass", "pass", "pass"]),
        "300@8/100@0/25@0 s 0 manage"
    );
    assert_eq!(
        after("5@8/5@0/9@0 s 1 buy", &["auction"]),
        "5@8/5@0/9@0 s 1 roll",
        "nobody can bid"
    );
}

#[test]
fn houses_are_built_evenly_on_complete_groups() {
    assert_eq!(
        plain_moves("1500@0:1.3.6.8/1500@0 s 0 manage"),
        [
            "done",
            "build mediterranean",
            "build baltic",
            "mortgage mediterranean",
            "mortgage baltic",
            "mortgage oriental",
            "mortgage vermont"
        ]
    );
    assert_eq!(
        plain_moves("1500@0:1h1.3/1500@0 s 0 manage"),
        ["done", "build baltic", "sell mediterranean"]
    );
    assert_eq!(
        plain_moves("1500@0:1h4.3H/1500@0 s 0 manage"),
        ["done", "build mediterranean", "sell baltic"]
    );
    assert_eq!(
        plain_moves("1500@0:1H.3H/1500@0 s 0 manage"),
        ["done", "sell mediterranean", "sell baltic"]
    );
    assert_eq!(
        plain_moves("49@0:1.3/1500@0 s 0 manage"),
        ["done", "mortgage mediterranean", "mortgage baltic"]
    );
    assert_eq!(
        plain_moves("1500@0:1m.3/1500@0 s 0 manage"),
        ["done", "lift mediterranean", "mortgage baltic"]
    );
    assert_eq!(
        after(
            "1500@0:1h4.3H/1500@0 s 0 manage",
            &["sell baltic", "sell baltic"]
        ),
        "1550@0:1h4.3h3/1500@0 s 0 manage"
    );
}

#[test]
fn money_is_raised_before_it_is_spent() {
    let built = after("1500@0:1h4.3h4.5/1500@0 s 0 manage", &["build baltic"]);
    assert_eq!(built, "1450@0:1h4.3H.5/1500@0 s 0 manage spent=yes");
    assert_eq!(plain_moves(&built), ["done", "build mediterranean"]);
    assert_eq!(
        after(&built, &["trade car reading for cash"]),
        "1450@0:1h4.3H.5/1500@0 s 0 offer with=c give=5 spent=yes"
    );
    assert_eq!(after(&built, &["done"]), "1450@0:1h4.3H.5/1500@0 c 0 roll");
}

#[test]
fn the_bank_runs_out_of_houses_and_hotels() {
    // 31 houses stand: one is left.
    let most = "6h4.8h4.9h4.11h4.13h4.14h4.16h3.18h2.19h2";
    assert_eq!(
        plain_moves(&format!("1500@0:1.3/0@0:{most} s 0 manage")),
        [
            "done",
            "build mediterranean",
            "build baltic",
            "mortgage mediterranean",
            "mortgage baltic"
        ]
    );
    assert_eq!(
        plain_moves(&format!("1500@0:1h1.3/0@0:{most} s 0 manage")),
        ["done", "sell mediterranean"]
    );
    // Without four houses a hotel is not broken down: the group is razed.
    assert_eq!(
        plain_moves(&format!("0@0:1H.3H/0@0:{most} s 0 manage")),
        ["done", "raze brown"]
    );
    assert_eq!(
        after(&format!("0@0:1H.3H/0@0:{most} s 0 manage"), &["raze brown"]),
        format!("250@0:1.3/0@0:{most} s 0 manage")
    );
    // Twelve hotels stand.
    let hotels = "6H.8H.9H.11H.13H.14H.16H.18H.19H.21H.23H.24H";
    assert_eq!(
        plain_moves(&format!("1500@0:1h4.3h4/0@0:{hotels} s 0 manage")),
        ["done", "sell mediterranean", "sell baltic"]
    );
}

#[test]
fn mortgages_bring_half_and_cost_a_tenth_more() {
    assert_eq!(
        after("0@0:37/0@0 s 0 manage", &["mortgage park"]),
        "175@0:37m/0@0 s 0 manage"
    );
    assert_eq!(
        after("193@0:37m/0@0 s 0 manage", &["lift park"]),
        "0@0:37/0@0 s 0 manage spent=yes"
    );
    assert_eq!(plain_moves("192@0:37m/0@0 s 0 manage"), ["done"]);
    assert_eq!(
        after("83@0:12m/0@0 s 0 manage", &["lift electric"]),
        "0@0:12/0@0 s 0 manage spent=yes"
    );
}

#[test]
fn debts_are_raised_and_then_paid() {
    let debt = after("100@0:5.6h1.8h1.9h1/0@0 s 0 roll", &["3-1"]);
    assert_eq!(debt, "100@4:5.6h1.8h1.9h1/0@0 s 0 raise debt=200 from=s");
    assert_eq!(
        moves(&debt),
        [
            "mortgage reading",
            "sell oriental",
            "sell vermont",
            "sell connecticut"
        ]
    );
    assert_eq!(
        after(&debt, &["mortgage reading"]),
        "0@4:5m.6h1.8h1.9h1/0@0 s 0 manage"
    );
    assert_eq!(
        after(&debt, &["sell vermont"]),
        "125@4:5.6h1.8.9h1/0@0 s 0 raise debt=200 from=s"
    );
}

#[test]
fn who_lacks_the_price_may_raise_it_before_buying() {
    assert_eq!(moves("80@8:5/0@0 s 0 buy"), ["auction", "mortgage reading"]);
    assert_eq!(
        after("80@8:5/0@0 s 0 buy", &["mortgage reading", "buy"]),
        "80@8:5m.8/0@0 s 0 manage"
    );
    assert_eq!(moves("10@8:1/0@0 s 0 buy"), ["auction"]);
}

#[test]
fn all_goes_to_the_creditor_and_mortgaged_lots_cost_interest() {
    let ruined = after(
        "10@13:1h1.3h1.5m+c/100@0:16H.18H.19H/0@0 s 0 roll",
        &["2-1"],
    );
    assert_eq!(
        ruined,
        "out/160@0:1.3.5m.16H.18H.19H+c/0@0 s 0 receive received=5"
    );
    assert_eq!(moves(&ruined), ["keep reading", "lift reading"]);
    assert_eq!(
        after(&ruined, &["keep reading"]),
        "out/150@0:1.3.5m.16H.18H.19H+c/0@0 c 0 roll"
    );
    assert_eq!(
        after(&ruined, &["lift reading"]),
        "out/50@0:1.3.5.16H.18H.19H+c/0@0 c 0 roll"
    );
}

#[test]
fn an_heir_without_cash_raises_the_interest() {
    assert_eq!(
        after("0@13:5m/0@0:16/0@0 s 0 roll", &["2-1", "keep reading"]),
        "out/0@0:5m.16/0@0 s 0 raise debt=10 from=c"
    );
    assert_eq!(
        after(
            "0@13:5m/0@0:16/0@0 s 0 roll",
            &["2-1", "keep reading", "mortgage st-james"]
        ),
        "out/80@0:5m.16m/0@0 c 0 roll"
    );
}

#[test]
fn lots_that_fall_to_the_bank_are_auctioned_free_of_mortgages() {
    let ruined = after("10@0:1m.3m+x/100@0/30@0 s 0 roll", &["3-1"]);
    assert_eq!(
        ruined,
        "out/100@0/30@0 s 0 auction lot=1 bid=0 next=c in=ch sale=3"
    );
    assert_eq!(
        after(&ruined, &["bid 10", "pass"]),
        "out/90@0:1/30@0 s 0 auction lot=3 bid=0 next=c in=ch"
    );
    assert_eq!(
        after(&ruined, &["bid 10", "pass", "pass", "bid 10"]),
        "out/90@0:1/20@0:3 c 0 roll"
    );
    assert_eq!(
        after(&ruined, &["pass", "pass", "pass", "pass"]),
        "out/100@0/30@0 c 0 roll"
    );
}

#[test]
fn the_last_one_left_wins() {
    let over = after("10@0:1/100@0 s 1 roll", &["3-1"]);
    assert_eq!(over, "out/100@0 c 0 over");
    let position = TWO.parse(&over).unwrap();
    assert_eq!(TWO.turn(&position), Turn::Over);
    assert_eq!(
        [0, 1].map(|player| TWO.utility(&position, player)),
        [0.0, 1.0]
    );
    assert_eq!(
        after("10@38/out/100@0:39 s 0 roll", &["2-1"]),
        "210@1/out/100@0:39 s 0 buy"
    );
    assert_eq!(
        after("10@36/out/100@0:39 s 0 roll", &["2-1"]),
        "out/out/110@0:39 h 0 over"
    );
}

#[test]
fn trades_are_named_topped_and_answered() {
    let start = "100@0:1.5/60@0:3/0@0:6h1.8h1.9h1 s 0 manage";
    let mut trades = moves(start);
    trades.retain(|action| action.starts_with("trade"));
    assert_eq!(
        trades,
        [
            "trade car cash for baltic",
            "trade car mediterranean for cash",
            "trade car mediterranean for baltic",
            "trade car reading for cash",
            "trade car reading for baltic",
        ],
        "hat cannot pay, and no lot of a built group is traded"
    );
    let named = after(start, &["trade car mediterranean for baltic"]);
    assert_eq!(
        named,
        "100@0:1.5/60@0:3/0@0:6h1.8h1.9h1 s 0 offer with=c give=1 take=3"
    );
    assert_eq!(
        moves(&named),
        ["even", "add 10", "add 50", "add 100", "ask 10", "ask 50"]
    );
    let offered = after(&named, &["ask 50"]);
    assert_eq!(
        offered,
        "100@0:1.5/60@0:3/0@0:6h1.8h1.9h1 s 0 answer with=c give=1 take=3 ask=50"
    );
    let position = THREE.parse(&offered).unwrap();
    assert_eq!(THREE.turn(&position), Turn::Player(1));
    assert_eq!(
        after(&offered, &["accept"]),
        "150@0:3.5/10@0:1/0@0:6h1.8h1.9h1 s 0 manage traded=yes"
    );
    let refused = after(&offered, &["refuse"]);
    assert_eq!(
        refused,
        "100@0:1.5/60@0:3/0@0:6h1.8h1.9h1 s 0 manage traded=yes"
    );
    assert!(
        moves(&refused)
            .iter()
            .all(|action| !action.starts_with("trade"))
    );
    assert_eq!(
        moves(&after(start, &["trade car cash for baltic"])),
        ["add 10", "add 50", "add 100"]
    );
    assert_eq!(
        moves(&after(start, &["trade car reading for cash"])),
        ["ask 10", "ask 50"]
    );
}

#[test]
fn a_mortgaged_lot_that_is_traded_costs_interest_at_once() {
    let start = "0@0:5m/115@0:1m s 0 manage";
    let offered = after(start, &["trade car reading for mediterranean"]);
    assert_eq!(moves(&offered), ["ask 10", "ask 50", "ask 100"]);
    let traded = after(&offered, &["ask 50", "accept"]);
    assert_eq!(
        traded,
        "50@0:1m/65@0:5m s 0 receive received=1.5 traded=yes"
    );
    assert_eq!(moves(&traded), ["keep mediterranean", "lift mediterranean"]);
    assert_eq!(
        after(&traded, &["lift mediterranean", "keep reading"]),
        "17@0:1/55@0:5m s 0 manage traded=yes"
    );
}

#[test]
fn the_richest_win_when_the_turns_are_over() {
    let rules = rules(3, 10);
    let over = played(
        &rules,
        "100@0:1h1.3h1/260@0:5m/10@0 h 0 manage turn=9",
        &["done"],
    );
    assert_eq!(over, "100@0:1h1.3h1/260@0:5m/10@0 s 0 over turn=10");
    let utilities = |text: &str| {
        let position = rules.parse(text).unwrap();
        [0, 1, 2].map(|player| rules.utility(&position, player))
    };
    assert_eq!(utilities(&over), [0.0, 1.0, 0.0]);
    assert_eq!(
        utilities("100@0:1h1.3h1/220@0:5m/10@0 s 0 over turn=10"),
        [0.5, 0.5, 0.0]
    );
    assert_eq!(
        played(&rules, "100@0/10@0/10@0 h 0 manage turn=4", &["done"]),
        "100@0/10@0/10@0 s 0 roll turn=5"
    );
}

#[test]
fn every_number_of_seats_passes_the_battery() {
    for rules in [rules(2, 0), rules(3, 60), rules(6, 60)] {
        let effort = Effort {
            positions: 500,
            games: 4,
            seed: 1,
        };
        let summary = check(&rules, effort).unwrap_or_else(|fault| panic!("{rules:?}: {fault}"));
        assert!(summary.finished > 0, "{rules:?}");
    }
}

#[test]
fn estimates_sum_to_one_and_stay_between_0_and_1() {
    for text in [
        "1500@0/1500@0/1500@0 s 0 roll",
        "0@0/0@0/0@0 s 0 roll",
        "out/0@0/0@0 c 0 roll",
        "0@4:39H.37H/0@0/9000@0 s 0 raise debt=950 from=s",
        "1500@8/1500@0:6.9/1500@0 s 0 auction lot=8 bid=200 lead=c next=h in=ch",
    ] {
        let position = THREE.parse(text).unwrap();
        let values = [0, 1, 2].map(|player| THREE.evaluate(&position, player));
        assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{text}");
        assert!(
            values.iter().all(|value| (0.0..=1.0).contains(value)),
            "{text}"
        );
    }
}

#[test]
fn the_evaluation_likes_buying_and_building_but_no_mortgage() {
    let value = |text: &str| TWO.evaluate(&TWO.parse(text).unwrap(), 0);
    let better = |one: &str, other: &str| assert!(value(one) > value(other), "{one} or {other}");
    better("1260@24:24/1500@0 s 0 manage", "1500@24/1500@0 s 0 manage");
    better(
        "900@0:16h1.18.19/1500@0 s 0 manage",
        "1000@0:16.18.19/1500@0 s 0 manage",
    );
    better("500@0:5/1500@0 s 0 manage", "600@0:5m/1500@0 s 0 manage");
    better(
        "500@0:16.18/1000@0 s 0 manage",
        "600@0:16/1000@0:18 s 0 manage",
    );
}
