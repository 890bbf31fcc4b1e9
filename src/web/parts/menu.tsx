import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface MenuProps {
  /** The name that screen readers say. */
  label: string;
  /** What is shown before the sign of a menu. Default: three dots alone. */
  children?: ComponentChildren;
  items: readonly MenuItem[];
}

/** A row of a menu. */
interface MenuItem {
  words: string;
  onChoose: () => void;
  isDangerous?: boolean;
  isChosen?: boolean;
}

/** Drawn, because few fonts have letters for them. */
const signs = { dots: 'M3 8h.01M8 8h.01M13 8h.01', down: 'M4.5 6.5 8 10l3.5-3.5' };

/** A button with a menu: arrow keys walk it, Escape closes it (ARIA Authoring Practices, menu button). */
export function Menu({ label, children, items }: MenuProps) {
  const isOpen = useSignal(false);
  const frame = useRef<HTMLDivElement>(null);

  // Before the next key: after opening by keyboard, arrow keys go on.
  useLayoutEffect(() => {
    const menu = frame.current;
    if (!isOpen.value || !menu) return;
    menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
    const onPointer = ({ target }: Event) => {
      if (!menu.contains(target as Node)) isOpen.value = false;
    };
    document.addEventListener('pointerdown', onPointer);
    menu.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      menu.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen.value]);

  function close(): void {
    isOpen.value = false;
    frame.current?.querySelector('button')?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const step = steps[event.key];
    if (step !== undefined) rows.at(step % rows.length)?.focus();
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') isOpen.value = false;
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  }

  return (
    <div class="menu" ref={frame}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-label={label}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {children}
        <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          <path d={children ? signs.down : signs.dots} />
        </svg>
      </button>
      {isOpen.value && (
        <div role="menu" aria-label={label}>
          {items.map(({ words, onChoose, isDangerous, isChosen }) => (
            <button
              key={words}
              type="button"
              tabIndex={-1}
              class={isDangerous ? 'danger' : undefined}
              {...(isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen })}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
