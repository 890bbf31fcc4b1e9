import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Copy } from './copy.tsx';

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  label: string;
  tabs: readonly { name: string; panel: ComponentChildren }[];
  /** The index of the tab that is seen, where others choose too. */
  chosen?: Signal<number>;
}

/** Panels of which one is seen; arrow keys go from one to the next (ARIA Authoring Practices, tabs). */
export function Tabs({ label, tabs, chosen = useSignal(0) }: TabsProps) {
  const id = useId();
  function choose(index: number): void {
    chosen.value = (index + tabs.length) % tabs.length;
    document.getElementById(`${id}-tab-${chosen.value}`)?.focus();
  }
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowRight') choose(chosen.value + 1);
    if (key === 'ArrowLeft') choose(chosen.value - 1);
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen.value}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === chosen.value ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }, index) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen.value}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}

/** Lines of code to copy. Long ones wrap, so that all of them is seen without a mouse to scroll. */
export function Code({ text, onCopy }: { text: string; onCopy?: () => void }) {
  return (
    <div class="code">
      <pre>
        <code>{text}</code>
      </pre>
      <Copy text={text} {...(onCopy && { onCopy })} />
    </div>
  );
}
