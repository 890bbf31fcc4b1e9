import type { TestHome } from '../../../helpers/run-cli.ts';
import { startCommand } from '../../../helpers/start-command.ts';

/** A preview that is running. */
export interface RunningPreview {
  url: string;
  /** Presses Ctrl-C and gives the exit code. */
  stop(): Promise<number>;
}

/** Starts `platen templates preview` in a home, and waits until the page is there. */
export async function startPreview(words: readonly string[], home: TestHome): Promise<RunningPreview> {
  const { found, stop } = await startCommand(['templates', 'preview', ...words, '--json'], home, /"url": "(.*)"/);
  return { url: found, stop };
}
