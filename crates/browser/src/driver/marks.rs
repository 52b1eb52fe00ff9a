//! Draws the numbers of elements on a screenshot. On the picture, never in the page.

use tabwright_wire::{Mark, Rect};

use crate::backend::Result;
use crate::error::ControlError;

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
const LABEL_HEIGHT: usize = 5 * DOT + 2 * PADDING;
/// Easy to tell apart, dark enough for white digits.
const COLOURS: [[u8; 3]; 6] =
    [[214, 40, 40], [0, 95, 204], [0, 128, 60], [150, 60, 190], [176, 84, 0], [0, 122, 135]];

#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) png: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
}

#[derive(Debug)]
struct Picture {
    width: usize,
    height: usize,
    /// Red, green, blue; row by row.
    dots: Vec<u8>,
}

/// The marks on the picture, which shows what begins at `shown`'s corner.
pub(super) fn draw(png: &[u8], marks: &[Mark], shown: Rect) -> Result<Drawn> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if marks.is_empty() {
        return Ok(Drawn { png: png.to_vec(), width, height });
    }
    let mut picture = Picture::read(&mut reader)?;
    for mark in marks {
        let colour = COLOURS[mark.number as usize % COLOURS.len()];
        let rect = Rect { x: mark.rect.x - shown.x, y: mark.rect.y - shown.y, ..mark.rect };
        picture.frame(rect, colour);
        picture.label(rect, mark.number, colour);
    }
    Ok(Drawn { png: picture.write()?, width, height })
}

/// A part of the picture.
pub(super) fn crop(png: &[u8], part: Rect) -> Result<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(broken)?;
    let whole = Picture::read(&mut reader)?;
    let left = clamp(part.x, whole.width);
    let top = clamp(part.y, whole.height);
    let width = clamp(part.x + part.width, whole.width).saturating_sub(left).max(1);
    let height = clamp(part.y + part.height, whole.height).saturating_sub(top).max(1);
    let mut dots = Vec::with_capacity(width * height * 3);
    for row in top..(top + height).min(whole.height) {
        let start = (row * whole.width + left) * 3;
        dots.extend_from_slice(&whole.dots[start..start + width.min(whole.width - left) * 3]);
    }
    let height = dots.len() / (width * 3);
    Picture { width, height, dots }.write()
}

fn clamp(at: f64, limit: usize) -> usize {
    (at.round().max(0.0) as usize).min(limit.saturating_sub(1))
}

impl Picture {
    fn read<R: std::io::BufRead + std::io::Seek>(reader: &mut png::Reader<R>) -> Result<Self> {
        let size = reader
            .output_buffer_size()
            .ok_or_else(|| ControlError::Failed("the browser's picture is too large".to_owned()))?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).map_err(broken)?;
        let channels = info.color_type.samples();
        if info.bit_depth != png::BitDepth::Eight || channels < 3 {
            return Err(ControlError::Failed("the browser's picture has odd colours".to_owned()));
        }
        let dots = bytes[..info.buffer_size()]
            .chunks_exact(channels)
            .flat_map(|dot| [dot[0], dot[1], dot[2]])
            .collect();
        Ok(Self { width: info.width as usize, height: info.height as usize, dots })
    }

    fn write(&self) -> Result<Vec<u8>> {
        let mut png = Vec::new();
        let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(&mut png, size(self.width), size(self.height));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let written = encoder.write_header().and_then(|mut file| file.write_image_data(&self.dots));
        written.map_err(broken)?;
        Ok(png)
    }

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

    /// Inside the top left corner, where it hides least.
    fn label(&mut self, rect: Rect, number: u32, colour: [u8; 3]) {
        let digits = number.to_string();
        let width = digits.len() * (3 * DOT + 1) - 1 + 2 * PADDING;
        let left = clamp(rect.x, self.width).min(self.width.saturating_sub(width));
        let top = clamp(rect.y, self.height).min(self.height.saturating_sub(LABEL_HEIGHT));
        for y in 0..LABEL_HEIGHT {
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
                    (0..DOT).flat_map(|down| (0..DOT).map(move |right| (down, right)))
                {
                    let x = left + PADDING + place * (3 * DOT + 1) + column * DOT + right;
                    self.dot(x, top + PADDING + row * DOT + down, [255, 255, 255]);
                }
            }
        }
    }
}

fn broken(error: impl std::fmt::Display) -> ControlError {
    ControlError::Failed(format!("the browser's picture cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: usize, height: usize) -> Vec<u8> {
        Picture { width, height, dots: vec![255; width * height * 3] }.write().unwrap()
    }

    fn read(png: &[u8]) -> Picture {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        Picture::read(&mut reader).unwrap()
    }

    #[test]
    fn a_mark_frames_its_element_and_stays_on_the_picture() {
        let rect = Rect { x: 10.0, y: 20.0, width: 30.0, height: 25.0 };
        let far = Rect { x: 90.0, y: 55.0, width: 300.0, height: 300.0 };
        let marks = [Mark { number: 7, rect }, Mark { number: 123_456, rect: far }];
        let drawn = draw(&white(100, 60), &marks, Rect::default()).unwrap();
        assert_eq!((drawn.width, drawn.height), (100, 60));
        let picture = read(&drawn.png);
        let at = |x: usize, y: usize| {
            let at = (y * picture.width + x) * 3;
            [picture.dots[at], picture.dots[at + 1], picture.dots[at + 2]]
        };
        assert_eq!(at(40, 45), COLOURS[1]);
        assert_eq!(at(30, 40), [255, 255, 255]);
    }

    #[test]
    fn a_part_is_cut_out_within_bounds() {
        let part = Rect { x: 90.0, y: 50.0, width: 50.0, height: 50.0 };
        let picture = read(&crop(&white(100, 60), part).unwrap());
        assert_eq!((picture.width, picture.height), (9, 9));
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        assert!(draw(b"no", &[], Rect::default()).is_err());
    }
}
