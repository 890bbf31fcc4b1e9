import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const place = 'platen-divider';
const narrowest = 20;
const widest = 80;
const usual = 50;

/** Two panes with a divider that is moved by pointer or arrow keys; double-click halves. Its position is remembered. */
export function Divider({ left, right }: { left: ComponentChildren; right: ComponentChildren }) {
  const share = useSignal(Number(localStorage.getItem(place)) || usual);
  const frame = useRef<HTMLDivElement>(null);

  // Through the object model, because the policy allows no style in an attribute.
  useEffect(() => frame.current?.style.setProperty('--share', `${share.value}%`), [share.value]);

  function move(next: number): void {
    share.value = Math.max(narrowest, Math.min(widest, Math.round(next)));
    localStorage.setItem(place, String(share.value));
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft') move(share.value - 2);
    if (key === 'ArrowRight') move(share.value + 2);
    if (key === 'Home') move(narrowest);
    if (key === 'End') move(widest);
  }

  function onPointerMove({ clientX, buttons }: PointerEvent): void {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {};
    if (buttons === 1) move(((clientX - left) / width) * 100);
  }

  return (
    <div class="panes" ref={frame}>
      <div class="pane left">{left}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that moves */}
      <div
        class="divider"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the editor"
        aria-valuenow={share.value}
        aria-valuemin={narrowest}
        aria-valuemax={widest}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={onPointerMove}
        onDblClick={() => move(usual)}
      />
      <div class="pane right">{right}</div>
    </div>
  );
}
