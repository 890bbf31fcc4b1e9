import { Code, Tabs } from '../parts/tabs.tsx';
import type { CodeLines } from './code-lines.ts';

/** The ways to ask for a render, to copy. */
export function CodeTabs({ lines, onCopy }: { lines: CodeLines; onCopy?: () => void }) {
  const copied = onCopy && { onCopy };
  return (
    <Tabs
      label="How to use it"
      tabs={[
        { name: 'curl', panel: <Code text={lines.curl} {...copied} /> },
        { name: 'platen', panel: <Code text={lines.platen} {...copied} /> },
        { name: 'JavaScript', panel: <Code text={lines.javascript} {...copied} /> },
      ]}
    />
  );
}
