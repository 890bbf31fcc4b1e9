import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** The page without a session. */
export function Door({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} – platen`;
  }, [title]);
  return (
    <main class="door">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
