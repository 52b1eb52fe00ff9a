// Something over the page, at the bottom of a narrow one.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../icon-button';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Sheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // The browser gives the focus back to what opened it.
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={onClose}>
      <div class="sheet-head">
        <h2 class="grow">{title}</h2>
        <IconButton icon="x" label="Close" onPress={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}
