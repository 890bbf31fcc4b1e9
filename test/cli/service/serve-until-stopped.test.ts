import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { serveUntilStopped } from '../../../src/cli/service/serve-until-stopped.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

type Server = Parameters<typeof serveUntilStopped>[1];

/** Serves until it is stopped, with changes to a service that has keys and people. */
async function serve(changes: Partial<Server> = {}, { json = false, source = 'default', stops = true } = {}) {
  const [stdout, stderr] = [captureOutput(), captureOutput()];
  const io = { stdout: stdout.stream, stderr: stderr.stream, env: {} } as unknown as Io;
  const output = createOutput(io, { json, quiet: false, verbose: false, debug: false, color: false });
  const abort = new AbortController();
  const done: unknown[] = [];
  const context = {
    ...{ output, version: '1.2.3', signal: abort.signal },
    settings: async () => ({ get: () => '/data', entries: { data_dir: { origin: { source } } } }),
  } as unknown as Context;
  const server = {
    url: 'http://127.0.0.1:8080',
    log: { write: (...line: unknown[]) => done.push(line) },
    countKeys: async () => 1,
    isWaitingForPeople: async () => false,
    failed: new Promise(() => {}),
    finish: async () => void done.push('finished'),
    ...changes,
  } as Server;
  const served = serveUntilStopped(context, server);
  if (stops) setImmediate(() => abort.abort());
  const code = await served;
  output.flushWarnings();
  return { code, stdout: stdout.read().toString(), stderr: stderr.read().toString(), done };
}

const listens = 'platen 1.2.3 listens on http://127.0.0.1:8080\n';
const ends = 'finishing what runs\n';

describe('a service that is stopped', () => {
  it('finishes what runs', async () => {
    expect(await serve()).toEqual({ code: undefined, stdout: '', stderr: listens + ends, done: ['finished'] });
  });

  it('prints its URL with --json', async () => {
    const data = { url: 'http://127.0.0.1:8080' };
    expect(await serve({}, { json: true })).toEqual({
      ...{ code: undefined, stdout: `${JSON.stringify({ data, warnings: [] }, null, 2)}\n`, stderr: '' },
      done: ['finished'],
    });
  });

  it.each<[string, Partial<Server>, string, string]>([
    ['without seals', { seals: [] }, 'default', 'Seals: none\n'],
    ['with seals', { seals: ['hr', 'sales'] }, 'default', 'Seals: hr, sales\n'],
    [
      'without keys',
      { countKeys: async () => 0 },
      'default',
      'There is no API key yet. Create one: platen keys create --name first\n',
    ],
    [
      'without keys in a folder',
      { countKeys: async () => 0 },
      'flag',
      'There is no API key yet. Create one: platen keys create --name first --data-dir /data\n',
    ],
    [
      'without people',
      { isWaitingForPeople: async () => true },
      'flag',
      'The dashboard has no users yet. Add one: platen users create you@example.com --data-dir /data\n',
    ],
  ])('says what it is: %s', async (_case, changes, source, note) => {
    expect((await serve(changes, { source })).stderr).toBe(listens + note + ends);
  });
});

describe('a service that other machines reach', () => {
  const url = 'http://10.0.0.1:8080';
  const text = 'keys travel unencrypted unless a proxy in front of the service speaks TLS';

  it('warns of keys in plain text', async () => {
    const { stderr, done } = await serve({ url });
    expect(stderr).toBe(`warning: ${text}\nplaten 1.2.3 listens on ${url}\n${ends}`);
    expect(done).toEqual(['finished']);
  });

  it('also writes the warning to the log with --json', async () => {
    const { stdout, done } = await serve({ url }, { json: true });
    expect(JSON.parse(stdout).warnings).toEqual([{ part: null, code: 'plain_http', detail: text }]);
    expect(done).toEqual([['warn', 'plain_http', { message: text }], 'finished']);
  });
});

it('a service that fails ends with 1', async () => {
  const { code, stderr, done } = await serve({ failed: Promise.resolve(new Error('lost')) }, { stops: false });
  expect([code, stderr, done]).toEqual([1, listens, []]);
});
