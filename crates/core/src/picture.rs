//! Pictures as data: what a game declares so that others can draw it without knowing its rules.
//!
//! A picture is a flat list of shapes in drawing order, measured in units of about one board square, `y` downwards.
//! Whoever draws (SVG, web page, terminal) chooses the actual colours for each [`Paint`] and adds a second mark for
//! each player's pieces, so that colour is never the only one.

/// A drawing of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Width in units.
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// What to draw, from back to front.
    pub shapes: Vec<Shape>,
}

/// The outline of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A rectangle.
    Square,
    /// A rectangle with rounded corners, such as a pit or a house.
    Pit,
    /// A circle, such as a piece.
    Disc,
    /// A triangle with its tip in the middle of the top edge; of the bottom edge when its height is negative.
    Triangle,
    /// A straight line from the centre minus half the size to the centre plus half the size.
    Line,
    /// No outline: only the text.
    Label,
    /// A die; the text is the number on top, empty before the roll.
    Die,
    /// A playing card; the text is its name, empty when it lies face down.
    Card,
    /// A chess piece; the text is its letter: K, Q, R, B, N or P.
    Chessman,
}

/// What a colour stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Not painted.
    None,
    /// The board under everything.
    Board,
    /// A field, or the lighter of two kinds of field.
    Light,
    /// The darker of two kinds of field.
    Dark,
    /// Lines and writing.
    Ink,
    /// Less important lines and writing.
    Faint,
    /// Something to look at: the last move, a winning row.
    Mark,
    /// A piece of the side that is called white, in light and dark surroundings alike.
    White,
    /// A piece of the side that is called black.
    Black,
    /// A piece or the territory of this player (0, 1, …).
    Player(usize),
    /// One of eight colours of things that are nobody's: brown, light blue, pink, orange, red, yellow, green, blue.
    Hue(usize),
}

/// One shape, given by its centre and size.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Its outline.
    pub form: Form,
    /// Centre, from the left.
    pub x: f64,
    /// Centre, from the top.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// The colour of its inside (of the line, for a line).
    pub fill: Paint,
    /// What is written on it.
    pub text: String,
    /// The colour of the writing.
    pub ink: Paint,
    /// What a click on it means: the name that [`crate::game::Draw::sites`] uses.
    pub site: Option<String>,
    /// What a screen reader says, such as "b2, empty".
    pub title: String,
}

/// A number of things, such as "1 man" and "2 men".
pub fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

impl Picture {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64) -> Picture {
        Picture {
            width,
            height,
            shapes: Vec::new(),
        }
    }

    /// Adds a shape on top.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
}

impl Shape {
    /// A shape with its centre at `(x, y)`, one unit in size, unpainted.
    pub fn new(form: Form, x: f64, y: f64) -> Shape {
        Shape {
            form,
            x,
            y,
            width: 1.0,
            height: 1.0,
            fill: Paint::None,
            text: String::new(),
            ink: Paint::Ink,
            site: None,
            title: String::new(),
        }
    }

    /// The same shape in another size.
    pub fn size(mut self, width: f64, height: f64) -> Shape {
        (self.width, self.height) = (width, height);
        self
    }

    /// The same shape painted.
    pub fn fill(mut self, paint: Paint) -> Shape {
        self.fill = paint;
        self
    }

    /// The same shape with writing on it.
    pub fn text(mut self, text: impl Into<String>, ink: Paint) -> Shape {
        (self.text, self.ink) = (text.into(), ink);
        self
    }

    /// The same shape, clickable under this name.
    pub fn site(mut self, site: impl Into<String>) -> Shape {
        self.site = Some(site.into());
        self
    }

    /// The same shape, clickable under this name if the condition holds.
    pub fn site_if(self, condition: bool, site: impl Into<String>) -> Shape {
        if condition { self.site(site) } else { self }
    }

    /// The same shape with a sentence for screen readers.
    pub fn title(mut self, title: impl Into<String>) -> Shape {
        self.title = title.into();
        self
    }
}
