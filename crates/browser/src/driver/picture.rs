//! Pictures as rows of dots: read, cut, scaled, and written within a number of bytes.

use jpeg_encoder::{ColorType, Encoder};
use tabwright_wire::{PictureFormat, Rect};

use crate::backend::Result;
use crate::error::ControlError;

/// Text stays readable, and photographs have a tenth of their bytes.
const JPEG_QUALITY: u8 = 80;

#[derive(Debug)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Red, green, blue; row by row.
    pub(super) dots: Vec<u8>,
}

/// A picture as it is sent.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) format: PictureFormat,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Width and height, as the header says.
pub(super) fn size_of(png: &[u8]) -> Result<(u32, u32)> {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(broken)?;
    Ok((reader.info().width, reader.info().height))
}

/// Has every dot the same colour? Reads no further than to the first row that differs.
pub(super) fn is_uniform(png: &[u8]) -> Result<bool> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(broken)?;
    let samples = reader.info().color_type.samples();
    let mut first: Option<Vec<u8>> = None;
    while let Some(row) = reader.next_row().map_err(broken)? {
        let dot = first.get_or_insert_with(|| row.data().iter().copied().take(samples).collect());
        if row.data().chunks_exact(samples).any(|other| other != dot.as_slice()) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Picture {
    pub(super) fn read(png: &[u8]) -> Result<Self> {
        let mut reader =
            png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(broken)?;
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

    /// As a PNG; as a JPEG, and smaller and smaller, where that would have more bytes than it may.
    pub(super) fn write_within(mut self, bytes_max: usize) -> Result<Written> {
        let png = self.write()?;
        if png.len() <= bytes_max {
            return Ok(self.written(png, PictureFormat::Png));
        }
        loop {
            let jpeg = self.write_jpeg()?;
            if jpeg.len() <= bytes_max || (self.width <= 1 && self.height <= 1) {
                return Ok(self.written(jpeg, PictureFormat::Jpeg));
            }
            // The bytes of a JPEG fall about as its area does.
            let share = (bytes_max as f64 / jpeg.len() as f64).sqrt().min(0.95) * 0.97;
            let side = |length: usize| ((length as f64 * share) as usize).max(1);
            self = self.scaled(side(self.width), side(self.height));
        }
    }

    pub(super) fn write(&self) -> Result<Vec<u8>> {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, side(self.width), side(self.height));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let written = encoder.write_header().and_then(|mut file| file.write_image_data(&self.dots));
        written.map_err(broken)?;
        Ok(png)
    }

    fn write_jpeg(&self) -> Result<Vec<u8>> {
        let too_large = || ControlError::Failed("the picture is too large for a JPEG".to_owned());
        let width = u16::try_from(self.width).map_err(|_| too_large())?;
        let height = u16::try_from(self.height).map_err(|_| too_large())?;
        let mut jpeg = Vec::new();
        let encoder = Encoder::new(&mut jpeg, JPEG_QUALITY);
        encoder.encode(&self.dots, width, height, ColorType::Rgb).map_err(broken)?;
        Ok(jpeg)
    }

    fn written(&self, bytes: Vec<u8>, format: PictureFormat) -> Written {
        Written { bytes, format, width: side(self.width), height: side(self.height) }
    }

    /// A part of it, of at least one dot.
    pub(super) fn crop(&self, part: Rect) -> Self {
        let left = clamp(part.x, self.width);
        let top = clamp(part.y, self.height);
        let end = |at: f64, limit: usize| (at.round().max(0.0) as usize).min(limit);
        let right = end(part.x + part.width, self.width).max(left + 1);
        let bottom = end(part.y + part.height, self.height).max(top + 1);
        let rows = self.dots.chunks_exact(self.width * 3).skip(top).take(bottom - top);
        let dots = rows.flat_map(|row| row[left * 3..right * 3].iter().copied()).collect();
        Self { width: right - left, height: bottom - top, dots }
    }

    /// In another size; every dot is the mean of those it stands for.
    pub(super) fn scaled(&self, width: usize, height: usize) -> Self {
        let (across, down) = (shares(self.width, width), shares(self.height, height));
        let mut dots = Vec::with_capacity(width * height * 3);
        let mut row = vec![0.0_f32; self.width * 3];
        for (top, weights) in &down {
            row.fill(0.0);
            let rows = self.dots.chunks_exact(self.width * 3).skip(*top);
            for (source, weight) in rows.zip(weights) {
                for (sum, value) in row.iter_mut().zip(source) {
                    *sum += f32::from(*value) * weight;
                }
            }
            for (left, weights) in &across {
                let mut dot = [0.5_f32; 3];
                for (source, weight) in row[left * 3..].chunks_exact(3).zip(weights) {
                    for (sum, value) in dot.iter_mut().zip(source) {
                        *sum += value * weight;
                    }
                }
                dots.extend(dot.map(|value| value as u8));
            }
        }
        Self { width, height, dots }
    }
}

/// For every dot of a row in its new length: the first dot of the old one that it covers, and how much of
/// it each of them is.
fn shares(old: usize, new: usize) -> Vec<(usize, Vec<f32>)> {
    let step = old as f64 / new as f64;
    let share = |place: usize| {
        let (from, to) = (place as f64 * step, (place + 1) as f64 * step);
        let first = (from as usize).min(old - 1);
        let last = (to.ceil() as usize).clamp(first + 1, old);
        let part = |dot: usize| (to.min((dot + 1) as f64) - from.max(dot as f64)).max(0.0) / step;
        let weights: Vec<f32> = (first..last).map(|dot| part(dot) as f32).collect();
        (first, weights)
    };
    (0..new).map(share).collect()
}

/// A dot of a row or column of this length.
pub(super) fn clamp(at: f64, limit: usize) -> usize {
    (at.round().max(0.0) as usize).min(limit.saturating_sub(1))
}

fn side(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn broken(error: impl std::fmt::Display) -> ControlError {
    ControlError::Failed(format!("the browser's picture cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: usize, height: usize) -> Picture {
        Picture { width, height, dots: vec![255; width * height * 3] }
    }

    /// What no compression makes small.
    fn noise(width: usize, height: usize) -> Picture {
        let mut seed = 1_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (seed >> 16) as u8
        };
        Picture { width, height, dots: (0..width * height * 3).map(|_| next()).collect() }
    }

    #[test]
    fn a_part_is_cut_out_within_bounds() {
        let part = Rect { x: 90.0, y: 50.0, width: 50.0, height: 50.0 };
        let cut = plain(100, 60).crop(part);
        assert_eq!((cut.width, cut.height, cut.dots.len()), (10, 10, 300));
        let outside = plain(100, 60).crop(Rect { x: 500.0, ..part });
        assert_eq!((outside.width, outside.height), (1, 10));
    }

    #[test]
    fn a_smaller_picture_has_the_means_of_the_larger() {
        let dots = [[0; 3], [100; 3], [50; 3], [250; 3]].concat();
        let half = Picture { width: 4, height: 1, dots: dots.clone() }.scaled(2, 1);
        assert_eq!(half.dots, [[50; 3], [150; 3]].concat());
        let third = Picture { width: 3, height: 1, dots: [[30; 3], [60; 3], [90; 3]].concat() };
        assert_eq!(third.scaled(2, 1).dots, [[40; 3], [80; 3]].concat());
        let twice = Picture { width: 4, height: 1, dots }.scaled(8, 1);
        assert_eq!(twice.dots[..9], [[0; 3], [0; 3], [100; 3]].concat());
    }

    #[test]
    fn bytes_are_kept_within_a_bound_by_jpeg_first_and_size_then() {
        let whole = noise(200, 150).write_within(usize::MAX).unwrap();
        assert_eq!((whole.format, whole.width), (PictureFormat::Png, 200));
        let jpeg = noise(200, 150).write_within(60_000).unwrap();
        assert_eq!((jpeg.format, jpeg.width), (PictureFormat::Jpeg, 200));
        assert!(jpeg.bytes.len() <= 60_000 && jpeg.bytes.starts_with(b"\xff\xd8"));
        let small = noise(200, 150).write_within(5_000).unwrap();
        assert!(small.bytes.len() <= 5_000 && small.width < 200, "{}", small.width);
        assert!(noise(200, 150).write_within(1).unwrap().width == 1);
    }

    #[test]
    fn one_dot_tells_a_picture_from_a_blank_one() {
        let mut picture = plain(100, 60);
        assert!(is_uniform(&picture.write().unwrap()).unwrap());
        *picture.dots.last_mut().unwrap() = 254;
        assert!(!is_uniform(&picture.write().unwrap()).unwrap());
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        assert!(
            Picture::read(b"no").is_err() && size_of(b"no").is_err() && is_uniform(b"no").is_err()
        );
    }
}
