//! Limits on a search, the flag that stops it, its progress reports, and seeded random numbers.
//!
//! Nothing here is generic over the game, so it is compiled once however many games and searches there are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No search looks further than this many plies; it bounds the recursion, which then needs less than 512 KiB of stack.
pub const DEEPEST: u32 = 1_000;

/// Looks at the clock should not be further apart than this.
const TOO_LONG: Duration = Duration::from_millis(2);

/// What a search may spend. `None` is no limit.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Plies to look ahead; chance moves count.
    pub depth: Option<u32>,
    /// Positions to visit, counted exactly.
    pub nodes: Option<u64>,
    /// Wall-clock time from the creation of the [`Control`].
    pub time: Option<Duration>,
    /// After this time no new depth is begun, or somewhat sooner or later as the search is sure of its answer or not.
    pub soft: Option<Duration>,
    /// Bytes of tables.
    pub memory: Option<usize>,
}

/// What goes by between the clock and the search: hands, pipes, protocols.
const OVERHEAD: Duration = Duration::from_millis(8);
/// What is kept for when the processor is busy with others: a part of what is left, and at most so much. Of 20 games of a
/// second and a hundredth for each move on two processors shared by twelve, 14 were lost on time without.
const RESERVE: (f64, Duration) = (0.125, Duration::from_millis(40));

/// A move gets one of so many shares of what is left, when nobody says how many moves are to come. At a second and a
/// hundredth for each move, 16 beat 24 by 49 Elo (16 to 82, 280 games).
const SHARES: u32 = 16;

impl Limits {
    /// The time for a move of a game with a clock: what is left, what every move adds, and the moves until more is given
    /// (`None`: there is no more).
    #[must_use]
    pub fn with_clock(self, left: Duration, increment: Duration, moves: Option<u32>) -> Limits {
        let reserve = left.mul_f64(RESERVE.0).min(RESERVE.1);
        let usable = left.saturating_sub(OVERHEAD + reserve);
        let shares = f64::from(moves.map_or(SHARES, |moves| moves.clamp(1, 24)));
        let share = usable.div_f64(shares) + increment.mul_f64(0.75);
        let most = if moves == Some(1) { 0.9 } else { 0.3 };
        let hard = share
            .mul_f64(4.0)
            .min(usable.mul_f64(most).max(usable.min(OVERHEAD / 2)));
        Limits {
            soft: Some(share.mul_f64(0.6).min(hard)),
            time: Some(hard),
            ..self
        }
    }
}

/// Why a search came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// Every line was followed to the end of the game.
    Finished,
    /// The depth limit was searched completely.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// Somebody raised the stop flag.
    Interrupted,
    /// The answer could not change any more: the value was proved before the limits were used up.
    Decided,
}

impl Stopped {
    /// The word used in JSON, Python and on the page.
    pub fn word(self) -> &'static str {
        match self {
            Stopped::Finished => "finished",
            Stopped::Depth => "depth",
            Stopped::Nodes => "nodes",
            Stopped::Time => "time",
            Stopped::Interrupted => "interrupted",
            Stopped::Decided => "decided",
        }
    }
}

/// How far a running search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The last depth that was completed.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
}

/// Shared between a search and whoever waits for it.
pub struct Control {
    /// What may be spent.
    pub limits: Limits,
    /// When the clock started.
    pub started: Instant,
    /// How many nodes pass between two looks at the clock and the flag.
    pub look_every: u64,
    /// Who else wants to look.
    pub watcher: Option<Watcher>,
    stop: AtomicBool,
    /// Does the clock stand still, because the opponent's runs?
    waiting: AtomicBool,
    /// When the clock was set in motion, in nanoseconds after `started`.
    late: AtomicU64,
    progress: Mutex<Progress>,
}

/// Called at every look; it may raise the stop flag.
pub type Watcher = Box<dyn Fn(&Control) + Send + Sync>;

impl Control {
    /// Starts the clock. A couple of thousand nodes between looks cost nothing and take well under a millisecond.
    pub fn new(limits: Limits) -> Control {
        Control {
            limits,
            started: Instant::now(),
            look_every: 2_048,
            watcher: None,
            stop: AtomicBool::new(false),
            waiting: AtomicBool::new(false),
            late: AtomicU64::new(0),
            progress: Mutex::default(),
        }
    }

    /// Asks the search to stop as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Has [`Control::stop`] been called?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets the clock stand still until [`Control::hit`]: the search thinks on the opponent's time.
    pub fn wait(&self) {
        self.waiting.store(true, Ordering::Relaxed);
    }

    /// Sets the clock in motion: from now on time is spent.
    pub fn hit(&self) {
        let late = u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.late.store(late, Ordering::Relaxed);
        self.waiting.store(false, Ordering::Relaxed);
    }

    /// Does the clock stand still?
    pub fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Relaxed)
    }

    /// The time spent since the clock was set in motion.
    pub fn spent(&self) -> Duration {
        if self.is_waiting() {
            return Duration::ZERO;
        }
        let late = Duration::from_nanos(self.late.load(Ordering::Relaxed));
        self.started.elapsed().saturating_sub(late)
    }

    /// The latest progress report.
    pub fn progress(&self) -> Progress {
        *self
            .progress
            .lock()
            .expect("no one panics while holding the report")
    }

    /// Changes the progress report.
    pub fn report(&self, change: impl FnOnce(&mut Progress)) {
        change(
            &mut self
                .progress
                .lock()
                .expect("no one panics while holding the report"),
        );
    }

    /// The depth limit, capped at [`DEEPEST`].
    pub fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST)
    }
}

/// Counts the nodes of one search and notices when it must stop.
pub struct Meter<'a> {
    control: &'a Control,
    /// Nodes until the next look at the limits: one number to count down instead of two to compare.
    left: u64,
    /// Nodes that will have been counted by then.
    next_look: u64,
    /// Nodes between two looks; fewer while they take long.
    every: u64,
    last_look: Instant,
    stopped: Option<Stopped>,
}

impl<'a> Meter<'a> {
    /// A meter at zero.
    pub fn new(control: &'a Control) -> Meter<'a> {
        let mut meter = Meter {
            control,
            left: 0,
            next_look: 0,
            every: control.look_every.max(1),
            last_look: control.started,
            stopped: None,
        };
        meter.set_next_look();
        meter
    }

    /// Counts a node; true when the search must unwind without visiting it.
    #[inline(always)]
    pub fn must_stop(&mut self) -> bool {
        let (left, none) = self.left.overflowing_sub(1);
        self.left = left;
        none && self.look()
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.next_look - self.left
    }

    /// Why the search must unwind, if it must.
    #[inline(always)]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        self.left = 0;
        let limits = &self.control.limits;
        if let Some(watcher) = &self.control.watcher {
            watcher(self.control);
        }
        if self.stopped.is_none() {
            self.stopped = if self.control.is_stopped() {
                Some(Stopped::Interrupted)
            } else if limits.nodes.is_some_and(|limit| self.nodes() >= limit) {
                Some(Stopped::Nodes)
            } else if limits
                .time
                .is_some_and(|limit| self.control.spent() >= limit && !self.control.is_waiting())
            {
                Some(Stopped::Time)
            } else {
                None
            };
        }
        if self.stopped.is_none() {
            // Slow nodes, such as a user's Python that thinks for long, must not make the clock or Ctrl-C wait. But a
            // busy machine that was away for a moment must not make us look at the clock for ever after: that took two
            // thirds of the time of counting on two processors shared by four.
            let since = self.last_look.elapsed();
            if since > TOO_LONG {
                self.every = (self.every / 4).max(1);
            } else if since < TOO_LONG / 8 {
                self.every = (self.every * 2).min(self.control.look_every.max(1));
            }
            self.last_look = Instant::now();
            let nodes = self.nodes();
            self.control.report(|progress| progress.nodes = nodes);
            self.set_next_look();
            self.left -= 1;
        }
        self.stopped.is_some()
    }

    fn set_next_look(&mut self) {
        let nodes = self.nodes();
        let regular = nodes + self.every;
        let limit = self.control.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = regular.min(limit);
        self.left = self.next_look - nodes;
    }
}

/// A small, fast, seeded generator (SplitMix64, Steele, Lea & Flood 2014): the same seed gives the same numbers
/// on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A whole number below `bound`, which must not be 0, each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        // Lemire's multiplication: the bias is below bound / 2^64.
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An index drawn with these probabilities; the last one takes what rounding leaves over.
    pub fn weighted(&mut self, probabilities: impl Iterator<Item = f64>) -> usize {
        weighted(self.unit(), probabilities)
    }
}

/// The index at this place in `[0, 1)` when all lie side by side, each as wide as its probability; the last one takes what
/// rounding leaves over.
pub fn weighted(place: f64, probabilities: impl Iterator<Item = f64>) -> usize {
    let (mut rest, mut last) = (place, 0);
    for (index, probability) in probabilities.enumerate() {
        last = index;
        rest -= probability;
        if rest < 0.0 {
            break;
        }
    }
    last
}

/// Spreads every input bit over all output bits; the finaliser of SplitMix64.
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_kept_exactly() {
        for limit in [0, 1, 2_047, 2_048, 5_000] {
            let control = Control::new(Limits {
                nodes: Some(limit),
                ..Limits::default()
            });
            let mut meter = Meter::new(&control);
            while !meter.must_stop() {}
            assert_eq!(
                (meter.nodes(), meter.stopped()),
                (limit, Some(Stopped::Nodes))
            );
        }
    }

    #[test]
    fn the_stop_flag_is_seen_at_the_next_look() {
        let control = Control::new(Limits::default());
        control.stop();
        let mut meter = Meter::new(&control);
        while !meter.must_stop() {}
        assert!(meter.nodes() <= control.look_every);
        assert_eq!(meter.stopped(), Some(Stopped::Interrupted));
    }

    #[test]
    fn a_pause_makes_looks_frequent_only_for_a_while() {
        let control = Control::new(Limits::default());
        let mut meter = Meter::new(&control);
        std::thread::sleep(2 * TOO_LONG);
        meter.look();
        assert!(meter.every < control.look_every);
        let recovered = (0..100_000).any(|_| {
            meter.look();
            meter.every == control.look_every
        });
        assert!(recovered);
    }

    #[test]
    fn random_numbers_are_the_published_ones() {
        // First outputs of SplitMix64 for seed 1234567, as given with Vigna's reference implementation.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn weighted_choice_follows_the_weights() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 3];
        for _ in 0..30_000 {
            counts[random.weighted([0.5, 0.3, 0.2].into_iter())] += 1;
        }
        // Four standard deviations of a binomial with 30,000 trials are below 350.
        for (count, expected) in counts.into_iter().zip([15_000_u32, 9_000, 6_000]) {
            assert!(count.abs_diff(expected) < 350, "{counts:?}");
        }
    }
}
