//! Makes expressions that the checker must accept.

/// Expressions that make sense: bytes choose what they are made of.
pub(super) struct Sense<I>(pub(super) I);

impl<I: Iterator<Item = u8>> Sense<I> {
    /// One of so many, the first where there are no more bytes: so every expression ends.
    fn pick(&mut self, of: u8) -> u8 {
        self.0.next().map_or(0, |byte| byte % of)
    }

    pub(super) fn text(&mut self, depth: u8) -> String {
        match self.pick(if depth == 0 { 5 } else { 18 }) {
            0 => "s".into(),
            1 => "emoji".into(),
            2 => "obj.name".into(),
            3 => "'b'".into(),
            4 => "(so ?? '')".into(),
            5 => format!("({} + {})", self.text(depth - 1), self.text(depth - 1)),
            6 => format!("`${{{}}}|${{{}}}`", self.number(depth - 1), self.text(depth - 1)),
            7 => format!(
                "{}.slice({}, {})",
                self.text(depth - 1),
                self.number(depth - 1),
                self.number(depth - 1)
            ),
            8 => format!(
                "{}.padStart({}, {})",
                self.text(depth - 1),
                self.number(depth - 1),
                self.text(depth - 1)
            ),
            9 => format!(
                "{}.replaceAll({}, {})",
                self.text(depth - 1),
                self.text(depth - 1),
                self.text(depth - 1)
            ),
            10 => format!("{}.join({})", self.list(depth - 1), self.text(depth - 1)),
            11 => format!("({}).toFixed({})", self.number(depth - 1), self.number(depth - 1)),
            12 => format!("{}.repeat({})", self.text(depth - 1), self.number(depth - 1)),
            13 => format!("({} ?? {})", self.maybe(depth - 1), self.text(depth - 1)),
            14 => format!(
                "({} ? {} : {})",
                self.truth(depth - 1),
                self.text(depth - 1),
                self.text(depth - 1)
            ),
            15 => format!("{{ k: {}, ...obj }}.k", self.text(depth - 1)),
            16 => format!("(typeof {})", self.maybe(depth - 1)),
            _ => format!("{}[{}]", self.text(depth - 1), self.number(depth - 1)),
        }
    }

    pub(super) fn number(&mut self, depth: u8) -> String {
        match self.pick(if depth == 0 { 5 } else { 10 }) {
            0 => "n".into(),
            1 => "(no || 2.5)".into(),
            2 => "obj.inner.deep".into(),
            3 => "(-3)".into(),
            4 => "1e9".into(),
            5 => format!("({} / {})", self.number(depth - 1), self.number(depth - 1)),
            6 => format!("({} % {})", self.number(depth - 1), self.number(depth - 1)),
            7 => format!("{}.length", self.text(depth - 1)),
            8 => format!(
                "{}.lastIndexOf({}, {})",
                self.text(depth - 1),
                self.text(depth - 1),
                self.number(depth - 1)
            ),
            _ => format!("{}.indexOf({})", self.list(depth - 1), self.text(depth - 1)),
        }
    }

    pub(super) fn list(&mut self, depth: u8) -> String {
        match self.pick(if depth == 0 { 1 } else { 5 }) {
            0 => "list".into(),
            1 => format!("{}.split({})", self.text(depth - 1), self.text(depth - 1)),
            2 => format!("[...{}, {}]", self.list(depth - 1), self.text(depth - 1)),
            3 => format!(
                "{}.concat({}, {})",
                self.list(depth - 1),
                self.text(depth - 1),
                self.list(depth - 1)
            ),
            _ => format!("{}.reverse().slice({})", self.list(depth - 1), self.number(depth - 1)),
        }
    }

    fn truth(&mut self, depth: u8) -> String {
        match self.pick(if depth == 0 { 1 } else { 4 }) {
            0 => "b".into(),
            1 => format!("({} < {})", self.number(depth - 1), self.number(depth - 1)),
            2 => format!("({} === {})", self.text(depth - 1), self.number(depth - 1)),
            _ => format!("!{}.includes({})", self.text(depth - 1), self.text(depth - 1)),
        }
    }

    fn maybe(&mut self, depth: u8) -> String {
        match self.pick(if depth == 0 { 1 } else { 3 }) {
            0 => "so".into(),
            1 => format!("{}.at({})", self.list(depth - 1), self.number(depth - 1)),
            _ => format!("so?.trim().charAt({})", self.number(depth - 1)),
        }
    }
}
