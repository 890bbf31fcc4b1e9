// Runs below a low limit of open files (getrlimit(2)): renders, takes every file there is, renders, gives them back,
// renders. Prints one line of JSON for each step.
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestEngine, renderParts, startBrowserOf } from '../engine/test-engine.ts';
import { tinyPdf } from '../helpers/recording-server.ts';

const engine = openTestEngine({ concurrency: 1 });
const parts: Record<string, object> = {
  html: { html: '<p>page' },
  markdown: { markdown: '# Words' },
  pdf: { pdf: tinyPdf.toString('base64') },
};

async function renderEach(when: string, names = Object.keys(parts)): Promise<void> {
  const codes: Record<string, string> = {};
  for (const name of names) {
    codes[name] = await renderParts(engine, parts[name], { timeout_ms: 20_000 }).then(
      () => 'ok',
      ({ code, cause }: { code: string; cause?: Error }) => `${code}: ${cause?.message}`,
    );
  }
  process.stdout.write(`${JSON.stringify({ when, ...codes })}\n`);
}

function takeAll(): number[] {
  const taken: number[] = [];
  for (;;) {
    try {
      taken.push(openSync('/dev/null', 'r'));
    } catch {
      return taken;
    }
  }
}

await renderEach('before');
const browser = await startBrowserOf(engine);
const taken = takeAll();
// Long enough for the watch over the browser's processes to look several times.
await sleep(1000);
process.stdout.write(`${JSON.stringify({ when: 'short', sameBrowser: engine.status().pid === browser })}\n`);
if (engine.status().pid === browser) process.kill(browser, 'SIGKILL');
await renderEach('without', ['html', 'pdf']);
for (const file of taken) closeSync(file);
await renderEach('after');
await engine.close();
