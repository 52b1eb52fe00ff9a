//! Draws the numbers of elements on a screenshot. On the picture, never in the page.

use tabwright_wire::{Mark, Point, Rect};

use super::picture::{Picture, clamp};

/// Digits of three by five dots, a row per three bits.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];
const DOT: usize = 2;
const PADDING: usize = 2;
/// Easy to tell apart, dark enough for white digits.
const COLOURS: [[u8; 3]; 6] =
    [[214, 40, 40], [0, 95, 204], [0, 128, 60], [150, 60, 190], [176, 84, 0], [0, 122, 135]];

/// The marks on the picture, which shows what begins at `corner` with so many dots to a pixel of the page.
pub(super) fn draw(picture: &mut Picture, marks: &[Mark], corner: Point, scale: f64) {
    for mark in marks {
        let colour = COLOURS[mark.number as usize % COLOURS.len()];
        let Rect { x, y, width, height } = mark.rect;
        let rect = Rect {
            x: (x - corner.x) * scale,
            y: (y - corner.y) * scale,
            width: width * scale,
            height: height * scale,
        };
        picture.frame(rect, colour);
        picture.label(rect, mark.number, colour, (scale.round() as usize).clamp(1, 4));
    }
}

impl Picture {
    fn dot(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        if x < self.width && y < self.height {
            let at = (y * self.width + x) * 3;
            self.dots[at..at + 3].copy_from_slice(&colour);
        }
    }

    fn frame(&mut self, rect: Rect, colour: [u8; 3]) {
        let (left, top) = (clamp(rect.x, self.width), clamp(rect.y, self.height));
        let right = clamp(rect.x + rect.width, self.width);
        let bottom = clamp(rect.y + rect.height, self.height);
        for x in left..=right {
            self.dot(x, top, colour);
            self.dot(x, bottom, colour);
        }
        for y in top..=bottom {
            self.dot(left, y, colour);
            self.dot(right, y, colour);
        }
    }

    /// Inside the top left corner, where it hides least; larger where the page's pixels are.
    fn label(&mut self, rect: Rect, number: u32, colour: [u8; 3], times: usize) {
        let (dot, padding) = (DOT * times, PADDING * times);
        let digits = number.to_string();
        let pitch = 3 * dot + times;
        let width = digits.len() * pitch - times + 2 * padding;
        let label_height = 5 * dot + 2 * padding;
        let left = clamp(rect.x, self.width).min(self.width.saturating_sub(width));
        let top = clamp(rect.y, self.height).min(self.height.saturating_sub(label_height));
        for y in 0..label_height {
            for x in 0..width {
                self.dot(left + x, top + y, colour);
            }
        }
        for (place, digit) in digits.bytes().enumerate() {
            let shape = DIGITS[usize::from(digit - b'0')];
            for (bit, (row, column)) in
                (0..5).flat_map(|row| (0..3).map(move |column| (row, column))).enumerate()
            {
                if shape >> (14 - bit) & 1 == 0 {
                    continue;
                }
                for (down, right) in
                    (0..dot).flat_map(|down| (0..dot).map(move |right| (down, right)))
                {
                    let x = left + padding + place * pitch + column * dot + right;
                    self.dot(x, top + padding + row * dot + down, [255, 255, 255]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: usize, height: usize) -> Picture {
        Picture { width, height, dots: vec![255; width * height * 3] }
    }

    fn at(picture: &Picture, x: usize, y: usize) -> [u8; 3] {
        let at = (y * picture.width + x) * 3;
        [picture.dots[at], picture.dots[at + 1], picture.dots[at + 2]]
    }

    #[test]
    fn a_mark_frames_its_element_and_stays_on_the_picture() {
        let rect = Rect { x: 10.0, y: 20.0, width: 30.0, height: 25.0 };
        let far = Rect { x: 90.0, y: 55.0, width: 300.0, height: 300.0 };
        let marks = [Mark { number: 7, rect }, Mark { number: 123_456, rect: far }];
        let mut picture = white(100, 60);
        draw(&mut picture, &marks, Point::default(), 1.0);
        assert_eq!(at(&picture, 40, 45), COLOURS[1]);
        assert_eq!(at(&picture, 30, 40), [255, 255, 255]);
    }

    #[test]
    fn a_mark_is_where_its_element_is_at_any_scale() {
        let rect = Rect { x: 10.0, y: 20.0, width: 30.0, height: 25.0 };
        let mut picture = white(200, 120);
        draw(&mut picture, &[Mark { number: 7, rect }], Point { x: 5.0, y: 5.0 }, 2.0);
        // From (10, 30) to (70, 80).
        assert_eq!(at(&picture, 70, 80), COLOURS[1]);
        assert_eq!(at(&picture, 10, 80), COLOURS[1]);
        assert_eq!(at(&picture, 71, 80), [255, 255, 255]);
    }
}
