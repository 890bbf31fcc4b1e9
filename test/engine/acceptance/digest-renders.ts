import { createHash } from 'node:crypto';
import { openTestEngine } from '../test-engine.ts';
import { buildSixForms, loadTemplate } from './six-forms.ts';

/** Renders the list of all six forms so many times with an engine of its own. Returns the SHA-256 of each PDF. */
export async function digestRenders(address: string, times: number, concurrency: number): Promise<string[]> {
  const engine = openTestEngine({ concurrency });
  const { options, ...rest } = buildSixForms(address);
  // All wait in one queue, and the deadline counts that.
  const request = { ...rest, options: { ...options, timeout_ms: 600_000 } };
  try {
    const renders = Array.from({ length: times }, () => engine.render(request, { account: 'a', loadTemplate }));
    return (await Promise.all(renders)).map(({ pdf }) => createHash('sha256').update(pdf).digest('hex'));
  } finally {
    await engine.close();
  }
}
