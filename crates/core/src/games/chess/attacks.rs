//! What each piece attacks from each square.
//!
//! Sliding pieces by multiplication ("magic bitboards"): the pieces on the lines of a square, multiplied by a number that
//! spreads them, become an index into the table of all attacks from there. The numbers below were found by trial with
//! sparse random numbers; every entry is compared with a walk along the lines when the table is made.

use std::sync::LazyLock;

/// Squares from a1 (0) to h8 (63).
pub(super) type Square = u8;

const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The squares attacked by a knight.
pub(super) const KNIGHT: [u64; 64] = leaps(&KNIGHT_STEPS);
/// The squares attacked by a king.
pub(super) const KING: [u64; 64] = leaps(&KING_STEPS);
/// The squares attacked by a pawn, white's and black's.
pub(super) const PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// The size of the table of sliding attacks.
const ENTRIES: usize = 107_648;

/// The tables that are made when the first game begins, in a few milliseconds.
pub(super) struct Attacks {
    rook: [Magic; 64],
    bishop: [Magic; 64],
    table: Box<[u64; ENTRIES]>,
    between: Box<[[u64; 64]; 64]>,
    line: Box<[[u64; 64]; 64]>,
}

#[derive(Clone, Copy, Default)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    fn index(&self, occupied: u64) -> usize {
        let spread = (occupied & self.mask).wrapping_mul(self.factor) >> self.shift;
        self.offset as usize + spread as usize
    }
}

impl Attacks {
    /// The tables, made once.
    pub(super) fn get() -> &'static Attacks {
        static ATTACKS: LazyLock<Attacks> = LazyLock::new(Attacks::make);
        &ATTACKS
    }

    /// What a rook attacks when these squares are occupied.
    #[inline(always)]
    pub(super) fn rook(&self, square: Square, occupied: u64) -> u64 {
        self.table[self.rook[usize::from(square & 63)].index(occupied)]
    }

    /// What a bishop attacks when these squares are occupied.
    #[inline(always)]
    pub(super) fn bishop(&self, square: Square, occupied: u64) -> u64 {
        self.table[self.bishop[usize::from(square & 63)].index(occupied)]
    }

    /// The squares strictly between two squares of a line; none if they share no line.
    #[inline(always)]
    pub(super) fn between(&self, one: Square, other: Square) -> u64 {
        self.between[usize::from(one & 63)][usize::from(other & 63)]
    }

    /// The whole line through two squares, edge to edge; none if they share no line.
    #[inline(always)]
    pub(super) fn line(&self, one: Square, other: Square) -> u64 {
        self.line[usize::from(one & 63)][usize::from(other & 63)]
    }

    fn make() -> Attacks {
        let mut table = vec![0; ENTRIES];
        let mut offset = 0;
        let rook = slider(&ROOK_STEPS, &ROOK_FACTORS, &mut table, &mut offset);
        let bishop = slider(&BISHOP_STEPS, &BISHOP_FACTORS, &mut table, &mut offset);
        assert_eq!(offset, ENTRIES, "every entry belongs to one square");
        let mut between = vec![[0; 64]; 64];
        let mut line = vec![[0; 64]; 64];
        for one in 0..64_u8 {
            for steps in [&ROOK_STEPS, &BISHOP_STEPS] {
                let seen = walk(one, 0, steps);
                for other in squares(seen) {
                    let ends = bit(one) | bit(other);
                    let (i, j) = (usize::from(one), usize::from(other));
                    between[i][j] = walk(one, bit(other), steps) & walk(other, bit(one), steps);
                    line[i][j] = (seen & walk(other, 0, steps)) | ends;
                }
            }
        }
        let boxed = |rows: Vec<[u64; 64]>| rows.into_boxed_slice().try_into();
        Attacks {
            rook,
            bishop,
            table: table
                .into_boxed_slice()
                .try_into()
                .expect("it has that many entries"),
            between: boxed(between).expect("a row for each square"),
            line: boxed(line).expect("a row for each square"),
        }
    }
}

fn slider(
    steps: &[(i8, i8); 4],
    factors: &[u64; 64],
    table: &mut [u64],
    offset: &mut usize,
) -> [Magic; 64] {
    let mut magics = [Magic::default(); 64];
    for square in 0..64_u8 {
        // A piece on the last square of a line hides nothing.
        let mut mask = 0;
        for step in steps {
            let ray = walk(square, 0, std::slice::from_ref(step));
            let last = squares(ray)
                .find(|far| walk(*far, 0, std::slice::from_ref(step)) == 0)
                .map_or(0, bit);
            mask |= ray & !last;
        }
        let magic = Magic {
            mask,
            factor: factors[usize::from(square)],
            offset: *offset as u32,
            shift: 64 - mask.count_ones(),
        };
        let mut occupied = 0_u64;
        loop {
            let entry = &mut table[magic.index(occupied)];
            let attacked = walk(square, occupied, steps);
            assert!(
                *entry == 0 || *entry == attacked,
                "two different sets of attacks share an entry"
            );
            *entry = attacked;
            occupied = occupied.wrapping_sub(mask) & mask; // the next subset
            if occupied == 0 {
                break;
            }
        }
        *offset += 1 << mask.count_ones();
        magics[usize::from(square)] = magic;
    }
    magics
}

/// The squares seen from a square along these lines, up to and including the first that is occupied.
fn walk(square: Square, occupied: u64, steps: &[(i8, i8)]) -> u64 {
    let mut seen = 0;
    for (across, up) in steps {
        let (mut file, mut rank) = (square as i8 % 8 + across, square as i8 / 8 + up);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let here = 1 << (rank * 8 + file);
            seen |= here;
            if occupied & here != 0 {
                break;
            }
            (file, rank) = (file + across, rank + up);
        }
    }
    seen
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let file = square as i8 % 8 + steps[step].0;
            let rank = square as i8 / 8 + steps[step].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// The set of one square.
#[inline(always)]
pub(super) const fn bit(square: Square) -> u64 {
    1 << (square & 63)
}

/// The squares of a set, a1 first.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as Square;
            set &= set - 1;
            square
        })
    })
}

/// The first square of a set, which has one.
#[inline(always)]
pub(super) fn first(set: u64) -> Square {
    set.trailing_zeros() as Square & 63
}

const ROOK_FACTORS: [u64; 64] = [
    0x0080_0080_2010_4000,
    0x0240_0040_2000_1004,
    0x0480_1000_8120_0008,
    0x0480_1000_8008_0004,
    0x0280_0801_8004_0016,
    0x0080_0400_0200_8001,
    0x0400_0448_0090_0712,
    0x0100_0200_2080_4100,
    0x0088_8000_4000_8820,
    0x0822_4010_0020_0046,
    0x4000_8020_0080_1000,
    0x0000_8080_1000_0800,
    0x1801_0007_0010_0800,
    0x1026_8004_0080_0200,
    0x0005_0004_0200_0100,
    0xc982_0022_0104_408c,
    0x8280_0040_0020_0040,
    0x0002_0200_2100_4880,
    0x0000_2200_4012_0080,
    0x1012_4200_0810_2200,
    0x4040_8180_0c00_0800,
    0x0000_0801_4020_0410,
    0x1000_0101_0002_0004,
    0x0080_8200_0094_0051,
    0x2204_4009_8000_8220,
    0x2850_0040_4000_2000,
    0x0010_2000_8080_1000,
    0x2408_0800_8010_0080,
    0x0905_0085_0010_0800,
    0x0004_0004_8002_0080,
    0x4184_2844_0010_6102,
    0x0080_1106_0000_8864,
    0x4400_8040_0080_0028,
    0x1200_4020_0240_1000,
    0x0002_8020_0480_1000,
    0x0118_0800_8080_1000,
    0x4048_0004_0080_0882,
    0x4018_8002_0080_0400,
    0x0001_0004_1100_4200,
    0x0006_0484_4200_2409,
    0x8020_4000_8000_8020,
    0x1010_0020_0050_4002,
    0x0020_0010_0080_8020,
    0x0048_0800_1000_8080,
    0x3184_0800_0400_8080,
    0x0000_0400_0200_8080,
    0x0004_0200_0401_0100,
    0x040c_8400_4082_0001,
    0x2258_4102_8206_3200,
    0x0000_2100_4008_8500,
    0x0a38_4080_1200_2200,
    0x0e80_0822_1003_0100,
    0x4941_0080_4020_1002,
    0x2040_0400_8002_0080,
    0x8000_8002_0001_0080,
    0x0000_4041_0084_1200,
    0x0809_a042_9201_0282,
    0x0021_0022_0040_8012,
    0x4040_4200_2080_0812,
    0x0011_0010_0061_0449,
    0x0482_0004_0820_1002,
    0x0282_0004_0108_1016,
    0x0002_0024_0108_00c2,
    0x0829_0008_2082_0451,
];

const BISHOP_FACTORS: [u64; 64] = [
    0x0404_1010_0040_8080,
    0x4038_0848_0040_4460,
    0x9112_1802_0020_8020,
    0x1248_2a00_e008_a396,
    0x0001_1040_2020_0000,
    0x0401_2828_4004_0000,
    0x0200_6404_0440_5010,
    0x000a_1208_0114_3020,
    0x8098_4151_0115_0900,
    0x2900_2004_9102_0021,
    0x0800_0404_6082_0109,
    0x0180_2441_0120_3000,
    0x0042_4110_40d0_4400,
    0x8040_2330_1010_0000,
    0x0800_0201_0108_41a8,
    0x0000_0020_8410_a800,
    0x4090_0004_2042_0412,
    0x2010_0060_4420_cc80,
    0x0010_0102_1400_4008,
    0x0088_0080_8204_40c0,
    0x5004_1252_0202_0008,
    0x0100_4212_0042_2000,
    0x0012_2044_0201_3410,
    0x0022_0410_8220_8200,
    0x0110_1010_0920_6105,
    0x5282_2002_3091_0223,
    0x0024_0208_5020_2040,
    0x0020_1802_0300_c018,
    0x0001_0110_0300_4010,
    0x004a_0200_0088_1100,
    0x0008_0202_0453_0c42,
    0x4006_1040_2200_4240,
    0x0404_200a_045d_1022,
    0x0014_0120_0004_8400,
    0x2124_0608_01d1_0043,
    0x3002_0080_220e_0200,
    0x0008_0204_0018_1010,
    0x1180_9000_80b1_0082,
    0x0008_0a00_b004_0080,
    0x4028_0080_8008_3200,
    0x904a_0230_0400_4228,
    0x0911_0090_0441_1014,
    0x0003_8208_0108_5201,
    0x00c1_0040_1048_0202,
    0xc800_0801_0104_1011,
    0x5160_2000_8109_2080,
    0x1902_0468_0080_0200,
    0x4130_8208_8100_8020,
    0x0802_0111_0842_2088,
    0x5001_0111_1022_4002,
    0x0000_0110_4110_0400,
    0x0000_0000_2088_2808,
    0x8080_0011_0202_0000,
    0x0a00_4230_2208_8010,
    0x0c08_1909_0806_0022,
    0x2120_02c2_0041_0000,
    0x10c8_4020_8808_4000,
    0x0080_0101_2490_2c00,
    0x0810_0800_8400_8800,
    0x0080_2001_1242_0210,
    0x0004_0220_3202_0601,
    0x0040_00e0_a002_8080,
    0x0000_8408_0838_08a0,
    0x9204_0434_0408_2200,
];
