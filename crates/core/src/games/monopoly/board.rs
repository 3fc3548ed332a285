//! The board of monopoly and its cards: what every square is, what lots cost and bring, what cards do.

/// The squares that matter by themselves.
pub(super) const GO: u8 = 0;
pub(super) const VISITING: u8 = 10;
/// In jail, which is no square of the track.
pub(super) const JAIL: u8 = 40;
pub(super) const SQUARES: u8 = 40;

pub(super) const SALARY: u32 = 200;
pub(super) const FINE: u32 = 50;
pub(super) const HOUSES: u32 = 32;
pub(super) const HOTELS: u32 = 12;

/// The groups after the eight colours.
pub(super) const RAILROADS: usize = 8;
pub(super) const UTILITIES: usize = 9;

/// The eight colours, the railroads and the utilities: what they are called, what a house costs there, their lots.
pub(super) const GROUPS: [(&str, u32, &[u8]); 10] = [
    ("brown", 50, &[0, 1]),
    ("light-blue", 50, &[3, 4, 5]),
    ("pink", 100, &[6, 8, 9]),
    ("orange", 100, &[11, 12, 13]),
    ("red", 150, &[14, 15, 16]),
    ("yellow", 150, &[18, 19, 21]),
    ("green", 200, &[22, 23, 24]),
    ("blue", 200, &[26, 27]),
    ("railroads", 0, &[2, 10, 17, 25]),
    ("utilities", 0, &[7, 20]),
];

/// A title deed.
pub(super) struct Lot {
    pub square: u8,
    /// As it is written in moves.
    pub name: &'static str,
    /// As it stands on the board, in one line or two.
    pub sign: [&'static str; 2],
    pub price: u32,
    pub group: usize,
    /// With no house, one to four, and a hotel; for a railroad with one to four of them; for utilities nothing.
    pub rents: [u32; 6],
}

const fn lot(
    square: u8,
    name: &'static str,
    sign: [&'static str; 2],
    price: u32,
    group: usize,
    rents: [u32; 6],
) -> Lot {
    Lot {
        square,
        name,
        sign,
        price,
        group,
        rents,
    }
}

const RAILROAD_RENTS: [u32; 6] = [25, 50, 100, 200, 0, 0];

/// The 28 lots in the order of the board.
#[rustfmt::skip]
pub(super) static LOTS: [Lot; 28] = [
    lot(1, "mediterranean", ["Mediter-", "ranean"], 60, 0, [2, 10, 30, 90, 160, 250]),
    lot(3, "baltic", ["Baltic", ""], 60, 0, [4, 20, 60, 180, 320, 450]),
    lot(5, "reading", ["Reading", "Railroad"], 200, RAILROADS, RAILROAD_RENTS),
    lot(6, "oriental", ["Oriental", ""], 100, 1, [6, 30, 90, 270, 400, 550]),
    lot(8, "vermont", ["Vermont", ""], 100, 1, [6, 30, 90, 270, 400, 550]),
    lot(9, "connecticut", ["Connec-", "ticut"], 120, 1, [8, 40, 100, 300, 450, 600]),
    lot(11, "st-charles", ["St.", "Charles"], 140, 2, [10, 50, 150, 450, 625, 750]),
    lot(12, "electric", ["Electric", "Company"], 150, UTILITIES, [0; 6]),
    lot(13, "states", ["States", ""], 140, 2, [10, 50, 150, 450, 625, 750]),
    lot(14, "virginia", ["Virginia", ""], 160, 2, [12, 60, 180, 500, 700, 900]),
    lot(15, "pennsylvania-rr", ["Pennsyl-", "vania RR"], 200, RAILROADS, RAILROAD_RENTS),
    lot(16, "st-james", ["St.", "James"], 180, 3, [14, 70, 200, 550, 750, 950]),
    lot(18, "tennessee", ["Tennes-", "see"], 180, 3, [14, 70, 200, 550, 750, 950]),
    lot(19, "new-york", ["New", "York"], 200, 3, [16, 80, 220, 600, 800, 1000]),
    lot(21, "kentucky", ["Ken-", "tucky"], 220, 4, [18, 90, 250, 700, 875, 1050]),
    lot(23, "indiana", ["Indiana", ""], 220, 4, [18, 90, 250, 700, 875, 1050]),
    lot(24, "illinois", ["Illinois", ""], 240, 4, [20, 100, 300, 750, 925, 1100]),
    lot(25, "b-and-o", ["B. & O.", "Railroad"], 200, RAILROADS, RAILROAD_RENTS),
    lot(26, "atlantic", ["Atlantic", ""], 260, 5, [22, 110, 330, 800, 975, 1150]),
    lot(27, "ventnor", ["Ventnor", ""], 260, 5, [22, 110, 330, 800, 975, 1150]),
    lot(28, "water", ["Water", "Works"], 150, UTILITIES, [0; 6]),
    lot(29, "marvin", ["Marvin", "Gardens"], 280, 5, [24, 120, 360, 850, 1025, 1200]),
    lot(31, "pacific", ["Pacific", ""], 300, 6, [26, 130, 390, 900, 1100, 1275]),
    lot(32, "north-carolina", ["North", "Carolina"], 300, 6, [26, 130, 390, 900, 1100, 1275]),
    lot(34, "pennsylvania", ["Pennsyl-", "vania"], 320, 6, [28, 150, 450, 1000, 1200, 1400]),
    lot(35, "short-line", ["Short", "Line"], 200, RAILROADS, RAILROAD_RENTS),
    lot(37, "park", ["Park", "Place"], 350, 7, [35, 175, 500, 1100, 1300, 1500]),
    lot(39, "boardwalk", ["Board-", "walk"], 400, 7, [50, 200, 600, 1400, 1700, 2000]),
];

impl Lot {
    /// What the bank lends on it.
    pub(super) const fn mortgage(&self) -> u32 {
        self.price / 2
    }

    /// A tenth of that, in whole dollars, rounded up as on the deeds.
    pub(super) const fn interest(&self) -> u32 {
        self.mortgage().div_ceil(10)
    }

    /// What a house costs here; 0 where there are none.
    pub(super) const fn house(&self) -> u32 {
        GROUPS[self.group].1
    }
}

/// What a square does to whoever stops there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Square {
    Lot(u8),
    Chance,
    Chest,
    Tax(u32),
    GoToJail,
    Rest,
}

pub(super) fn square(place: u8) -> Square {
    match place {
        7 | 22 | 36 => Square::Chance,
        2 | 17 | 33 => Square::Chest,
        4 => Square::Tax(200),
        38 => Square::Tax(100),
        30 => Square::GoToJail,
        _ => lot_at(place).map_or(Square::Rest, Square::Lot),
    }
}

/// The lot on a square, if it is one.
pub(super) fn lot_at(place: u8) -> Option<u8> {
    LOTS.binary_search_by_key(&place, |lot| lot.square)
        .ok()
        .map(|lot| lot as u8)
}

/// What a card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Advance to a square.
    Advance(u8),
    /// Advance to the nearest railroad and pay its owner twice the rent.
    NearestRailroad,
    /// Advance to the nearest utility, throw the dice and pay its owner ten times that.
    NearestUtility,
    BackThree,
    GoToJail,
    /// Keep it to leave jail with.
    Free,
    /// Get from the bank.
    Collect(u32),
    /// Pay the bank.
    Pay(u32),
    /// Pay the bank for every house and every hotel.
    Repairs(u32, u32),
    /// Pay each other player 50.
    Chairman,
    /// Get 10 from each other player.
    Birthday,
}

/// A card: what it is called, how many of it there are, what it does.
pub(super) type Card = (&'static str, u8, Effect);

pub(super) static CHANCE: [Card; 15] = [
    ("go", 1, Effect::Advance(GO)),
    ("illinois", 1, Effect::Advance(24)),
    ("st-charles", 1, Effect::Advance(11)),
    ("boardwalk", 1, Effect::Advance(39)),
    ("reading", 1, Effect::Advance(5)),
    ("railroad", 2, Effect::NearestRailroad),
    ("utility", 1, Effect::NearestUtility),
    ("back", 1, Effect::BackThree),
    ("jail", 1, Effect::GoToJail),
    ("free", 1, Effect::Free),
    ("dividend", 1, Effect::Collect(50)),
    ("loan", 1, Effect::Collect(150)),
    ("speeding", 1, Effect::Pay(15)),
    ("repairs", 1, Effect::Repairs(25, 100)),
    ("chairman", 1, Effect::Chairman),
];

pub(super) static CHEST: [Card; 16] = [
    ("go", 1, Effect::Advance(GO)),
    ("jail", 1, Effect::GoToJail),
    ("free", 1, Effect::Free),
    ("error", 1, Effect::Collect(200)),
    ("holiday", 1, Effect::Collect(100)),
    ("insurance", 1, Effect::Collect(100)),
    ("inherit", 1, Effect::Collect(100)),
    ("stock", 1, Effect::Collect(50)),
    ("consultancy", 1, Effect::Collect(25)),
    ("refund", 1, Effect::Collect(20)),
    ("beauty", 1, Effect::Collect(10)),
    ("birthday", 1, Effect::Birthday),
    ("hospital", 1, Effect::Pay(100)),
    ("doctor", 1, Effect::Pay(50)),
    ("school", 1, Effect::Pay(50)),
    ("repairs", 1, Effect::Repairs(40, 115)),
];

/// How often a token stops on each lot, per roll, when its player leaves jail at once: the figures that
/// `tests/monopoly.rs` derives from these rules.
pub(super) const LANDINGS: [f64; 28] = [
    0.0213, 0.0216, 0.0296, 0.0226, 0.0232, 0.0230, 0.0270, 0.0260, 0.0237, 0.0246, 0.0292, 0.0279,
    0.0294, 0.0309, 0.0284, 0.0274, 0.0319, 0.0307, 0.0271, 0.0268, 0.0281, 0.0259, 0.0268, 0.0263,
    0.0250, 0.0243, 0.0219, 0.0263,
];
