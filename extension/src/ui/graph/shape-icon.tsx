// The shape and colour of a group, beside its name.
import { shapeOf, type Shape } from './palette';

const COLORS = 6;

export function ShapeIcon({ community }: { community: number }) {
  const group = (community % COLORS) + 1;
  return (
    <svg
      class="graph-shape"
      viewBox="-7 -7 14 14"
      aria-hidden="true"
      style={{ color: `var(--group-${group})` }}
    >
      {outline(shapeOf(community))}
    </svg>
  );
}

function outline(shape: Shape) {
  switch (shape) {
    case 'circle':
      return <circle r="5.5" />;
    case 'square':
      return <rect x="-5" y="-5" width="10" height="10" rx="2" />;
    case 'diamond':
      return <path d="M0-6.5L6.5 0 0 6.5-6.5 0z" />;
    case 'triangle':
      return <path d="M0-6L6.5 5.5H-6.5z" />;
    case 'ring':
      return <circle r="4.2" class="graph-ring" />;
  }
}
