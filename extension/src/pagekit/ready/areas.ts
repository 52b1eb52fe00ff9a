// Where the parts of an image map are: they have no boxes of their own.
import type { Point } from '../../wire';

/** A point inside the area, as its image stands now. */
export function pointInArea(
  area: HTMLAreaElement,
): { image: Element; point: () => Point } | undefined {
  const map = area.closest('map');
  const image = map && area.ownerDocument.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
  if (!image) return undefined;
  return {
    image,
    point: () => {
      const box = image.getBoundingClientRect();
      const { x, y } = middleOf(area, box);
      return { x: box.left + x, y: box.top + y };
    },
  };
}

function middleOf({ shape, coords }: HTMLAreaElement, box: DOMRect): Point {
  const numbers = coords.split(',').map(Number);
  if (shape === 'default' || numbers.length < 3) return { x: box.width / 2, y: box.height / 2 };
  if (shape === 'circle') return { x: numbers[0] ?? 0, y: numbers[1] ?? 0 };
  const mean = (parity: 0 | 1) => {
    const own = numbers.filter((_, place) => place % 2 === parity);
    return own.reduce((sum, number) => sum + number, 0) / own.length;
  };
  return { x: mean(0), y: mean(1) };
}
