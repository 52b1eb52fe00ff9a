// Shows more of what came before.
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  /** How many are not shown. */
  hidden: number;
  onShow: () => void;
}

export function Older({ hidden, onShow }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);

  useLayoutEffect(() => {
    // With the last of them the button goes away, and the focus would be lost.
    if (isPressed.current && hidden === 0) place.current?.focus();
    isPressed.current = false;
  }, [hidden]);

  return (
    <div ref={place} class="older" tabIndex={-1}>
      {hidden > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isPressed.current = true;
            onShow();
          }}
        >
          Show {hidden} older
        </button>
      )}
    </div>
  );
}
