import { describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import type { DescribedError } from '../../../../src/cli/output/describe-error.ts';
import type { JournalEntry } from '../../../../src/cli/render/batch/journal-entry.ts';
import { openReport } from '../../../../src/cli/render/batch/report-result.ts';

type Result = Parameters<Awaited<ReturnType<typeof openReport>>>[0];

const entry = { bytes: 2048, sha256: 'ab', pages: 2, warnings: [] } as unknown as JournalEntry;
const common = {
  index: 3,
  place: 'jobs:4',
  id: 'x',
  output: 'a.pdf',
  path: '/a.pdf',
  ms: 5,
  words: { parts: [], flags: false },
};
const error = { code: 'input_invalid', message: 'it is bad', exit: 2 } as DescribedError;
const done = (changes: object = {}) => ({ ...common, kind: 'done', entry: { ...entry, ...changes } }) as Result;
const failed = (changes: object = {}) => ({ ...common, kind: 'failed', error: { ...error, ...changes } }) as Result;

async function report(result: Result, { json = false, isTerminal = true } = {}): Promise<string> {
  let text = '';
  const plain = (word: string) => word;
  const output = {
    json,
    dataToTerminal: isTerminal,
    data: async (more: string) => {
      text += more;
    },
    takeWarnings: () => [{ code: 'x', detail: 'y' }],
    chalk: async () => ({ green: plain, red: plain, dim: plain, yellow: plain }),
  };
  await (await openReport({ output, io: { env: {}, platform: 'linux' } } as unknown as Context))(result);
  return text;
}

describe('at a terminal', () => {
  it('a PDF has its pages and its size', async () => {
    expect(await report(done())).toMatch(/^ok a\.pdf \(2 pages, 2(\.\d)? \S+\)\n$/);
    expect(await report(done({ pages: 1 }))).toContain('(1 page, ');
    expect(await report(done({ pages: null }))).toMatch(/^ok a\.pdf \(2(\.\d)? \S+\)\n$/);
  });

  it('its warnings are below it', async () => {
    const warnings = [
      { code: 'x', detail: 'no font', part: 0 },
      { code: 'x', detail: 'no image', part: 3 },
    ];
    const words = { parts: ['a.html', 'b.html'], flags: false };
    expect(await report({ ...done({ warnings }), words })).toMatch(
      /\)\n {4}warning a\.html: no font\n {4}warning part 3: no image\n$/,
    );
  });

  it('a job of an earlier run prints nothing', async () => {
    expect(await report({ ...common, kind: 'skipped', entry } as Result)).toBe('');
  });

  it('a failure has its place once, and its cause', async () => {
    expect(await report(failed())).toBe('xx a.pdf (input_invalid)\n    jobs:4: it is bad\n');
    expect(await report(failed({ message: 'jobs:4: it is bad', why: 'so' }))).toBe(
      'xx a.pdf (input_invalid)\n    jobs:4: it is bad: so\n',
    );
    expect(await report({ ...failed(), output: null, path: null })).toMatch(/^xx jobs:4 \(input_invalid\)/);
  });
});

describe('in a pipe, or with --json', () => {
  it.each([
    { json: true, isTerminal: true },
    { json: false, isTerminal: false },
  ])('a result is a line of JSON: %j', async (choices) => {
    const images = [{ path: '/1.png', page: 1, width: 2, height: 3, bytes: 4, sha256: 'cd' }];
    const line = await report(done({ images, warnings: [{ code: 'a', detail: 'b' }] }), choices);
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual({
      index: 3,
      id: 'x',
      ok: true,
      skipped: false,
      path: '/a.pdf',
      images: [{ path: '/1.png', page: 1, width: 2, height: 3, bytes: 4 }],
      bytes: 2048,
      pages: 2,
      sha256: 'ab',
      ms: 5,
      warnings: [
        { code: 'a', detail: 'b' },
        { code: 'x', detail: 'y' },
      ],
      error: null,
    });
  });

  it('so is a job of an earlier run, and a failure', async () => {
    expect(JSON.parse(await report({ ...common, kind: 'skipped', entry } as Result, { json: true }))).toMatchObject({
      ok: true,
      skipped: true,
      bytes: 2048,
    });
    expect(JSON.parse(await report(failed(), { json: true }))).toMatchObject({
      ok: false,
      skipped: false,
      bytes: null,
      pages: null,
      sha256: null,
      error: { code: 'input_invalid', message: 'it is bad' },
    });
  });
});
