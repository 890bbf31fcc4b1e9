import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../../helpers/built-program.ts';
import { type RecordingServer, sendPdf, startRecordingServer, tinyPdf } from '../../../helpers/recording-server.ts';
import { openRandom } from '../../../helpers/seeded-random.ts';
import { openWorkspace, type Workspace } from '../../../helpers/workspace.ts';

// The long form, such as 300 and 20, is for a machine that has nothing else to do.
const jobs = Number(process.env.PLATEN_TEST_BATCH_JOBS ?? 60);
const kills = Number(process.env.PLATEN_TEST_BATCH_KILLS ?? 4);

let workspace: Workspace;
let server: RecordingServer;
let onRequest = () => {};

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  const answer: Parameters<typeof startRecordingServer>[0] = (_request, response, number) => {
    onRequest();
    setTimeout(() => sendPdf(response, { 'platen-pages': '1' }), 5 + ((number * 7) % 20));
  };
  server = await startRecordingServer(answer, { method: 'POST' });
});
afterAll(async () => {
  await server.close();
  await workspace.clear();
});

const journal = () => join(workspace.folder, 'jobs.ndjson.journal');

/** The jobs that the journal knows, whole lines only. */
function journalled(): number[] {
  if (!existsSync(journal())) return [];
  const lines = readFileSync(journal(), 'utf8').split('\n').slice(1, -1);
  return lines.flatMap((line) => JSON.parse(line).index ?? []);
}

function requested(from: number): number[] {
  return server.requests.slice(from).map(({ body }) => Number(JSON.parse(body).parts.html));
}

it('killed at any moments, it ends with every PDF, and renders nothing that its journal knows', async () => {
  const line = (index: number) => JSON.stringify({ parts: { html: String(index) }, output: `out/${index}.pdf` });
  writeFileSync(
    join(workspace.folder, 'jobs.ndjson'),
    Array.from({ length: jobs }, (_, index) => line(index)).join('\n'),
  );
  mkdirSync(join(workspace.folder, 'out'));
  const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test' };
  const words = ['render', 'batch', 'jobs.ndjson', '-j', '3'];
  const random = openRandom();
  for (let round = 0; round < kills; round++) {
    const [before, known] = [server.requests.length, new Set(journalled())];
    const running = workspace.start(words, { env });
    // The start takes a while; a moment counts from the first request, or there would be nothing to kill.
    await Promise.race([running.ended, new Promise<void>((resolve) => (onRequest = resolve))]);
    await sleep(random() * 40 * (jobs / kills / 3));
    running.child.kill('SIGKILL');
    await running.ended;
    expect(requested(before).filter((index) => known.has(index))).toEqual([]);
    for (const index of journalled()) {
      expect(readFileSync(join(workspace.folder, 'out', `${index}.pdf`)).equals(tinyPdf)).toBe(true);
    }
  }
  const [before, known] = [server.requests.length, new Set(journalled())];
  const { code, stdout, stderr } = await workspace.platen(words, { env, limitMs: 60_000 });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(requested(before).filter((index) => known.has(index))).toEqual([]);
  expect(stdout.trim().split('\n')).toHaveLength(jobs);
  expect(readdirSync(join(workspace.folder, 'out')).sort()).toEqual(
    Array.from({ length: jobs }, (_, index) => `${index}.pdf`).sort(),
  );
  for (let index = 0; index < jobs; index++) {
    expect(readFileSync(join(workspace.folder, 'out', `${index}.pdf`)).equals(tinyPdf)).toBe(true);
  }
  expect(journalled().sort((a, b) => a - b)).toEqual(Array.from({ length: jobs }, (_, index) => index));
  expect(readdirSync(workspace.folder).sort()).toEqual(['jobs.ndjson', 'jobs.ndjson.journal', 'out']);
}, 300_000);
