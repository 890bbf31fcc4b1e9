import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { groups } from '../../../../src/cli/program/command-table.ts';
import type { Render } from '../../../../src/contract/index.ts';
import { ended, queued } from '../../../helpers/background-server.ts';
import { type ClientStub, type CommandSetting, linesOf, makeFolder, runCommand } from '../run-command.ts';

const { id } = queued;
const done: Render = {
  ...queued,
  ...ended,
  status: 'done',
  pages: 2,
  type: 'application/pdf',
  bytes: 1000,
  sha256: 'x',
};
const image: Render = { ...done, kind: 'image', type: 'image/png' };

/** What a client receives of a result. */
const received = (kind: string) => ({
  ...{
    kind,
    pages: 2,
    warnings: [],
    timings: null,
    templateRevisions: [],
    stream: Readable.from([Buffer.from('%PDF')]),
  },
  facts: () => ({ bytes: 4, sha256: createHash('sha256').update('%PDF').digest('hex') }),
});

/** Runs `platen renders` with these words, with a service whose only render is this one. */
function run(
  words: readonly string[],
  render: Render = queued,
  setting: CommandSetting = {},
  changes: ClientStub = {},
) {
  const stub: ClientStub = {
    getRender: async () => render,
    waitForRender: async () => (render.ended_at === null ? { ...render, ...done } : render),
    cancelRender: async () => (render.ended_at === null ? { ...render, ...ended, status: 'cancelled' } : undefined),
    receiveRenderPdf: async (_: string, take: (file: object) => Promise<void>) => take(received('pdf')),
    receiveRenderResult: async (_: string, take: (file: object) => Promise<void>) => take(received('image')),
    readImages: async () => ({
      images: [1, 2].map((page) => ({ page, bytes: Buffer.from(`image ${page}`), type: 'image/png' })),
      warnings: [],
    }),
    ...changes,
  };
  return runCommand(['renders', ...words], stub, setting);
}
const namesOf = (calls: readonly unknown[][]) => calls.map(([name]) => name);

describe('a background render', () => {
  it('is summed up at a terminal', async () => {
    const failed: Render = {
      ...{ ...done, status: 'failed', bytes: null, started_at: '2026-01-01T00:00:01.000Z' },
      error: { code: 'page_failed', title: 'The page failed', retryable: false },
      warnings: [
        { part: 0, code: 'css_ignored', detail: 'one' },
        { part: 0, code: 'css_ignored', detail: 'two' },
      ],
    };
    expect(linesOf((await run(['get', id], failed, { isTerminal: true })).stdout)).toEqual([
      id,
      'status failed',
      'why page_failed: The page failed',
      'warnings one; two',
      'submitted 2026-01-01T00:00:00.000Z',
      'began 2026-01-01T00:00:01.000Z',
      'ended 2026-01-01T00:00:02.000Z',
      'kept until 2026-01-02T00:00:02.000Z',
      '',
    ]);
  });

  it.each<[Partial<Render>, string]>([
    [{ ...done }, 'PDF 2 pages, 1 KB'],
    [{ ...done, pages: 1 }, 'PDF 1 page, 1 KB'],
    [{ ...image }, 'images 2 pages, 1 KB'],
    [{ waits_for: 'worker' }, 'status queued; no service does renders in the background now'],
    [{ waits_for: 'start', start_at: '2027' }, 'status queued, to begin at 2027'],
    [{}, 'status queued'],
    [{ status: 'running', progress: { parts: 1, parts_done: 0, pages: 0 } }, 'status running'],
    [{ status: 'running', progress: { parts: 2, parts_done: 1, pages: 1 } }, 'status running, 1 of 2 parts, 1 page'],
    [{ status: 'running', progress: { parts: 3, parts_done: 1, pages: 4 } }, 'status running, 1 of 3 parts, 4 pages'],
    [{ status: 'done', progress: { parts: 3, parts_done: 3, pages: 4 } }, 'status done'],
  ])('shows how far it is and what it made: %j', async (facts, line) => {
    const { stdout } = await run(['get', id], { ...queued, ...facts }, { isTerminal: true });
    expect(linesOf(stdout)).toContain(line);
  });

  it('is JSON in a pipe and with --json', async () => {
    expect(JSON.parse((await run(['get', id])).stdout)).toEqual({ data: queued });
    const { stdout } = await run(['get', id, '--json'], queued, { isTerminal: true });
    expect(JSON.parse(stdout)).toEqual({ data: queued, warnings: [] });
  });

  it.each(['get', 'wait', 'cancel'])('needs a UUID and a service: %s', async (verb) => {
    expect(await run([verb, 'x'])).toMatchObject({ error: { code: 'usage' }, calls: [] });
    const local = await run([verb, id], queued, { env: { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' } });
    expect(local).toMatchObject({ error: { code: 'config_invalid' }, calls: [] });
  });
});

describe('the result of a render', () => {
  it.each(['get', 'wait'])('is written to a file by %s', async (verb) => {
    const cwd = makeFolder();
    const { code, stdout, stderr, calls } = await run([verb, id, '-o', 'a.pdf'], done, { cwd });
    expect([code, stdout, stderr]).toEqual([undefined, '', 'Wrote a.pdf (2 pages, 4 bytes)\n']);
    expect([readFileSync(join(cwd, 'a.pdf'), 'utf8'), namesOf(calls).at(-1)]).toEqual(['%PDF', 'receiveRenderPdf']);
    const again = await run([verb, id, '-o', 'a.pdf'], done, { cwd });
    expect(again).toMatchObject({ error: { code: 'output_exists' }, calls: [] });
    expect((await run([verb, id, '-o', 'a.pdf', '-f', '--json'], done, { cwd })).stdout).toContain('"pages": 2');
  });

  it('goes to stdout, and nothing is printed on stderr', async () => {
    const { stdout, stderr } = await run(['wait', id, '-o', '-'], done);
    expect([stdout, stderr]).toEqual(['%PDF', '']);
  });

  it('may be images, one file for each, or their archive', async () => {
    const cwd = makeFolder();
    const each = await run(['get', id, '-o', 'p-{page}.png'], { ...image, type: 'application/zip' }, { cwd });
    expect([each.error, namesOf(each.calls)]).toEqual([undefined, ['getRender', 'waitForRender', 'readImages']]);
    expect(readFileSync(join(cwd, 'p-2.png'), 'utf8')).toBe('image 2');
    const zip = await run(['get', id, '-o', 'p.zip'], { ...image, type: 'application/zip' }, { cwd });
    expect([namesOf(zip.calls).at(-1), existsSync(join(cwd, 'p.zip'))]).toEqual(['receiveRenderResult', true]);
    const stdout = await run(['get', id, '-o', '-'], image, { cwd });
    expect([namesOf(stdout.calls).at(-1), stdout.stdout]).toEqual(['receiveRenderResult', '%PDF']);
  });

  it.each<[string, Partial<Render>, string]>([
    ['a-{page}.png', done, '-o a-{page}.png: the render makes a PDF, and {page} is for images'],
    ['a.pdf', { ...image, type: null }, '-o a.pdf: the render makes images'],
    ['a.png', { ...image, type: 'application/zip' }, expect.stringMatching(/^-o a\.png is for one page/)],
    ['a.jpg', image, expect.stringMatching(/^-o a\.jpg is not the name of/)],
    ['a.png', { ...image, type: 'image/jpeg' }, expect.stringMatching(/^-o a\.png is not the name of/)],
  ])('is not received for a name that does not fit: %s', async (name, facts, message) => {
    const { error, calls } = await run(['get', id, '-o', name], { ...done, ...facts });
    expect(error).toMatchObject({ code: 'usage', message });
    expect(namesOf(calls)).toEqual(['getRender', 'waitForRender']);
  });

  it.each([
    [[''], '--output is empty'],
    [['--quiet'], expect.stringContaining('--quiet')],
    [['-', '--json'], '--json and -o - both write to stdout'],
    [['{page}-{name}.png'], expect.any(String)],
  ])('is not asked for with a name that can never fit: %j', async ([name = '', ...words], message) => {
    const given = name.startsWith('--') ? [`-o${name}`] : ['-o', name];
    expect(await run(['get', id, ...given, ...words], done)).toMatchObject({
      error: { code: 'usage', message },
      calls: [],
    });
  });

  it('is not there before the end', async () => {
    const fails: ClientStub = {
      receiveRenderPdf: async () => {
        throw new CommandError('render_not_finished', 'it is queued');
      },
    };
    const { error, calls } = await run(['get', id, '-o', '-'], queued, {}, fails);
    expect([error, namesOf(calls)]).toEqual([
      expect.objectContaining({ code: 'render_not_finished' }),
      ['getRender', 'receiveRenderPdf'],
    ]);
  });
});

describe('waiting for a render', () => {
  it('shows it once it is done', async () => {
    const { stdout, calls } = await run(['wait', id, '--timeout', '5s']);
    expect(JSON.parse(stdout).data).toMatchObject({ status: 'done' });
    expect(calls[1]).toEqual(['waitForRender', id, expect.objectContaining({ timeoutMs: 5000 })]);
    expect((calls[1]?.[2] as object) ?? {}).not.toHaveProperty('onProgress');
  });

  it('says after its time how to wait again', async () => {
    const stub: ClientStub = {
      waitForRender: async () => {
        throw new CommandError('timeout', 'it took too long');
      },
    };
    const late = await run(['wait', id, '-o', 'a.pdf', '--timeout', '5s'], queued, {}, stub);
    expect(late.error).toMatchObject({
      ...{ code: 'timeout', message: 'it took too long' },
      fix: `the render continues; to wait again: platen renders wait ${id} -o a.pdf`,
    });
    expect((await run(['wait', id, '--timeout', '5s'], queued, {}, stub)).error).toMatchObject({
      fix: `the render continues; to wait again: platen renders wait ${id}`,
    });
    const other = await run(['wait', id], queued, {}, stub);
    expect((other.error as CommandError).fix).toBeUndefined();
  });

  it('needs an id, and a service that keeps running', async () => {
    expect(await run(['wait', 'x'])).toMatchObject({ error: { code: 'usage' }, calls: [] });
    expect(await run(['wait', id], queued, { env: { PLATEN_BASE_URL: '' } })).toMatchObject({
      ...{ error: { code: 'config_invalid' }, calls: [] },
    });
  });

  it('warns once if no service does renders', async () => {
    const stub: ClientStub = {
      waitForRender: async (_: string, { onStall }: { onStall(): void }) => {
        onStall();
        onStall();
        return done;
      },
    };
    const { stderr } = await run(['wait', id], queued, {}, stub);
    expect(stderr.match(/warning: it waits: no service does renders in the background now/g)).toHaveLength(1);
  });

  it('tells how far it is only if somebody is at the terminal', async () => {
    const { calls } = await run(['wait', id], queued, { typed: '' });
    expect(calls[1]?.[2]).toHaveProperty('onProgress');
    const json = await run(['wait', id, '--json'], queued, { typed: '' });
    expect(json.calls[1]?.[2]).not.toHaveProperty('onProgress');
  });
});

describe('cancelling a render', () => {
  it('ends one that has not ended', async () => {
    const { stderr, calls } = await run(['cancel', id]);
    expect([stderr, namesOf(calls)]).toEqual([`Cancelled ${id}\n`, ['getRender', 'cancelRender']]);
    expect(JSON.parse((await run(['cancel', id, '--json'])).stdout).data).toMatchObject({ id, status: 'cancelled' });
  });

  it('leaves one that has ended', async () => {
    const { stderr, calls } = await run(['cancel', id], done);
    expect([stderr, namesOf(calls)]).toEqual([`${id} had ended: done\n`, ['getRender']]);
    expect(JSON.parse((await run(['cancel', id, '--json'], done)).stdout).data).toEqual(done);
  });

  it.each([
    [queued, ['getRender', 'cancelRender', 'cancelRender']],
    [done, ['getRender', 'cancelRender']],
  ])('deletes it with --forget', async (render, calls) => {
    const forgot = await run(['cancel', id, '--forget'], render);
    expect([forgot.stderr, namesOf(forgot.calls)]).toEqual([`Forgot ${id}\n`, calls]);
    const { stdout, stderr } = await run(['cancel', id, '--forget', '--json'], render);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: { id, forgotten: true }, warnings: [] }, '']);
  });

  it.each([
    ['render_not_found', undefined],
    ['forbidden', 'forbidden'],
  ] as const)('has forgotten what is not there any more, and fails for all else: %s', async (code, thrown) => {
    const stub: ClientStub = {
      cancelRender: async () => {
        throw new CommandError(code, 'x');
      },
    };
    const { error } = await run(['cancel', id, '--forget'], done, {}, stub);
    expect((error as CommandError | undefined)?.code).toBe(thrown);
  });
});

describe('the list of renders', () => {
  const all = Array.from({ length: 250 }, (_, index) => ({ ...queued, request_id: String(index) }));
  const stub: ClientStub = {
    async listRenders({ limit, after = '0' }: { limit: number; after?: string }) {
      const from = Number(after);
      return { data: all.slice(from, from + limit), page: { next: from + limit < 250 ? String(from + limit) : null } };
    },
  };

  it('is a table at a terminal', async () => {
    const failed = { ...done, status: 'failed', error: { code: 'page_failed', title: 'x', retryable: false } };
    const old = { ...queued, kind: undefined };
    const listRenders = async () => ({ data: [failed, old], page: { next: null } });
    const { stdout } = await run(['list'], queued, { isTerminal: true }, { listRenders });
    expect(linesOf(stdout)).toEqual([
      'ID KIND STATUS SOURCE PAGES SUBMITTED KEPT UNTIL',
      `${id} pdf failed (page_failed) html 2 2026-01-01T00:00:00.000Z 2026-01-02T00:00:02.000Z`,
      `${id} pdf queued html 2026-01-01T00:00:00.000Z`,
      '',
    ]);
  });

  it.each([
    [[], 250, [100, 100, 100]],
    [['--limit', '120'], 120, [100, 20]],
    [['--limit', '100'], 100, [100]],
    [['--limit', '1'], 1, [1]],
  ])('is read page by page as far as it is wanted: %j', async (words, count, limits) => {
    const { stdout, calls } = await run(['list', ...words], queued, {}, stub);
    expect(JSON.parse(stdout).data).toEqual(all.slice(0, count));
    expect(calls.map(([, query]) => (query as { limit: number }).limit)).toEqual(limits);
  });

  it('is filtered by the service', async () => {
    const listRenders = async () => ({ data: [], page: { next: 'x' } });
    const { calls, stderr } = await run(['list', '--status', 'failed'], queued, { isTerminal: true }, { listRenders });
    expect(calls).toEqual([['listRenders', { limit: 100, status: 'failed' }]]);
    expect(stderr).toBe('There are no renders. Submit one: platen render pdf invoice.html --async\n');
  });

  it('ends with a page that leads back to itself', async () => {
    const listRenders = async () => ({ data: [queued], page: { next: 'x' } });
    const { calls } = await run(['list'], queued, {}, { listRenders });
    expect(calls).toEqual([
      ['listRenders', { limit: 100 }],
      ['listRenders', { limit: 100, after: 'x' }],
    ]);
  });

  it('needs a whole limit', async () => {
    expect(await run(['list', '--limit', '0'])).toMatchObject({ error: { code: 'usage' }, calls: [] });
  });
});

it.each(Object.keys(groups.renders?.commands ?? {}))(
  'renders %s has examples and says what it prints',
  async (name) => {
    const { code, stdout } = await runCommand(['renders', name, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ platen renders.*\nOutput:\n/s)]);
  },
);

it('keeps a file that something else wrote while it waited', async () => {
  const cwd = makeFolder();
  const stub: ClientStub = {
    waitForRender: async () => {
      writeFileSync(join(cwd, 'a.pdf'), 'other');
      return done;
    },
  };
  const { error } = await run(['wait', id, '-o', 'a.pdf'], queued, { cwd }, stub);
  expect([error, readFileSync(join(cwd, 'a.pdf'), 'utf8')]).toEqual([
    expect.objectContaining({ code: 'output_exists' }),
    'other',
  ]);
});
