import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Called for Escape and a click outside. */
  onClose: () => void;
  isWide?: boolean;
}

/** The end of a dialog that only tells. */
export function Done({ onClose }: { onClose: () => void }) {
  return (
    <div class="buttons">
      <button type="button" class="strong" onClick={onClose}>
        Done
      </button>
    </div>
  );
}

/** A question over the page. The platform's own dialog keeps the focus in it and gives it back. */
export function Dialog({ title, children, onClose, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key: after opening by keyboard, typing goes on.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key
    <dialog
      ref={dialog}
      class={isWide ? 'wide' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      <div class="inner">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
