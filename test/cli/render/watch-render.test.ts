import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { noteFile, noteFolder } from '../../../src/cli/files/note-reads.ts';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import { checkWatch, watchRender } from '../../../src/cli/render/watch-render.ts';
import { makeFolder } from '../documents/folder.ts';

type Given = Parameters<typeof checkWatch>;

const file = { kind: 'file' };
const check = (options: object, kinds: string[] = ['file'], output = { json: false, dataToTerminal: true }) =>
  checkWatch(options as Given[0], kinds.map((kind) => ({ ...file, kind })) as Given[1], output);

it.each<[object, string[]?]>([
  [{}],
  [{ output: 'a.pdf' }],
  [{ parts: '@parts.json' }, []],
  [{}, ['address', 'file']],
  [{}, []],
])('%j of %j are watched', (options, kinds) => {
  expect(() => check(options, kinds)).not.toThrow();
});

it.each<[object, string, string[]?]>([
  [{ each: true }, '--watch and --each cannot be used together'],
  [{ async: true }, '--watch and --async cannot be used together'],
  [{ dryRun: true }, '--watch and --dry-run cannot be used together'],
  [{ output: '-' }, '--watch writes a file, not stdout'],
  [{ output: 'a-{page}.pdf' }, '--watch writes one file, and {page} makes several'],
  [{}, '--watch needs a file to watch', ['address', 'template']],
  [{ parts: '[]' }, '--watch needs a file to watch', []],
])('%j are not: %s', (options, message, kinds) => {
  expect(() => check(options, kinds)).toThrow(expect.objectContaining({ code: 'usage', message }));
});

it('a refusal says what there is instead of files', () => {
  expect(() => check({}, ['address'])).toThrow(expect.objectContaining({ why: 'all sources are on another machine' }));
  expect(() => check({ parts: '[]' }, [])).toThrow(expect.objectContaining({ why: '--parts is given in the command' }));
});

it('a pipe needs a file to write', () => {
  expect(() => check({}, ['file'], { json: false, dataToTerminal: false })).toThrow('--watch writes a file');
  expect(() => check({}, ['file'], { json: true, dataToTerminal: false })).not.toThrow();
});

describe('a render that watches', () => {
  let folder: string;
  let stopper: AbortController;
  let closes: (() => void)[];
  let printed: string[];
  let documents: string[];
  let warmed: unknown[];
  let runs: boolean[];
  let isJson: boolean;

  beforeEach(async () => {
    folder = await makeFolder({ 'a.html': 'first' });
    stopper = new AbortController();
    [closes, printed, documents, warmed, runs, isJson] = [[], [], [], [], [], false];
  });
  afterEach(() => {
    stopper.abort();
    for (const close of closes) close();
  });

  const at = (name: string) => join(folder, name);
  /** Replaces a file at once, which is one change. */
  function save(name: string): void {
    writeFileSync(at('.new'), `${Math.random()}`);
    renameSync(at('.new'), at(name));
  }
  const ran = (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count), { timeout: 5000, interval: 5 });

  /** Watches with a render that does these steps, the last one ever again. */
  function watch(...steps: ((context: Context) => unknown)[]) {
    const red = Object.assign((text: string) => text, { bold: (text: string) => text });
    const context = {
      ...{ signal: stopper.signal, io: { cwd: folder, stdin: 'a pipe', env: {} } },
      output: {
        ...{ json: isJson, takeWarnings: () => [], chalk: async () => ({ red }) },
        raw: (text: string) => printed.push(text),
        data: async (text: string) => documents.push(text),
      },
      defer: (close: () => void) => closes.push(close),
      warmUp: async (expected: unknown) => warmed.push(expected),
    } as unknown as Context;
    return watchRender(context, 'a.pdf', async (one, force) => {
      const step = steps[Math.min(runs.length, steps.length - 1)];
      runs.push(force);
      await step?.(one);
    });
  }
  const fail = (message: string, code: 'usage' | 'input_missing' | 'output_exists' = 'input_missing') => {
    throw new CommandError(code, message, { why: 'because' });
  };
  const readA = () => noteFile(at('a.html'));

  it('renders again over its PDF when a file changes that it has read, until the signal', async () => {
    const done = watch(readA);
    await ran(1);
    save('a.html');
    await ran(2);
    stopper.abort();
    expect(await done).toBeUndefined();
    expect(runs).toEqual([false, true]);
    expect(printed).toEqual([]);
  });

  it('renders again for a new file in a folder that it has read, and not for its PDF', async () => {
    const done = watch(() => {
      noteFolder(folder, { deep: false });
      noteFile(at('a.pdf'));
      writeFileSync(at('a.pdf'), `${Math.random()}`);
    });
    await ran(1);
    save('b.html');
    await ran(2);
    stopper.abort();
    await done;
    expect(runs).toHaveLength(2);
  });

  it('prints an error after the first PDF, and renders again for what runs before it have read', async () => {
    const done = watch(
      () => {
        readA();
        noteFolder(at('.'), { deep: false });
      },
      () => fail('it is gone'),
      readA,
    );
    await ran(1);
    save('a.html');
    await ran(2);
    await vi.waitFor(() => expect(printed).toEqual(['error: it is gone; because']));
    save('a.html');
    await ran(3);
    stopper.abort();
    await done;
    expect(runs).toEqual([false, true, true]);
  });

  it('watches what a failed first run has read', async () => {
    const done = watch(
      () => {
        readA();
        fail('no b');
      },
      () => undefined,
    );
    await ran(1);
    await vi.waitFor(() => expect(printed).toHaveLength(1));
    save('a.html');
    await ran(2);
    stopper.abort();
    await done;
    expect(runs).toEqual([false, false]);
  });

  it.each<[string, () => void]>([
    ['where the command line is wrong', () => fail('wrong', 'usage')],
    ['where its PDF exists', () => fail('wrong', 'output_exists')],
  ])('fails at its first run %s, also if it has read a file', async (_what, end) => {
    const done = watch(() => {
      readA();
      end();
    });
    await expect(done).rejects.toThrow('wrong');
    expect(printed).toEqual([]);
  });

  it('fails at its first run where nothing was read, and when the signal ends it', async () => {
    await expect(watch(() => fail('nothing there'))).rejects.toThrow('nothing there');
    runs = [];
    const done = watch(readA, () => {
      stopper.abort();
      fail('ended');
    });
    await ran(1);
    save('a.html');
    await expect(done).rejects.toThrow('ended');
    expect(printed).toEqual([]);
  });

  it('ends after one run if the signal has come before', async () => {
    stopper.abort();
    expect(await watch(readA)).toBeUndefined();
    expect(runs).toEqual([false]);
  });

  it('writes JSON and errors in a line each with --json', async () => {
    isJson = true;
    const done = watch(
      async ({ output }) => {
        readA();
        await output.jsonDocument({ pages: 1 });
      },
      () => fail('it is gone'),
    );
    await ran(1);
    save('a.html');
    await ran(2);
    await vi.waitFor(() => expect(printed).toHaveLength(1));
    stopper.abort();
    await done;
    expect(documents).toEqual(['{"pages":1}\n']);
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ error: { code: 'input_missing', message: 'it is gone' } });
  });

  it('gives each run a browser for many pages, closes what it opened, the last first, and lets none read stdin', async () => {
    const closed: string[] = [];
    stopper.abort();
    await watch(async (context) => {
      expect(() => context.io.stdin).toThrow(
        expect.objectContaining({ code: 'usage', message: '--watch cannot read stdin again', fix: 'name a file' }),
      );
      expect(context.io.cwd).toBe(folder);
      await context.warmUp({ single: true, fonts: 3 } as object);
      await context.warmUp();
      context.defer(() => void closed.push('one'));
      context.defer(async () => void closed.push('two'));
    });
    expect(warmed).toEqual([
      { fonts: 3, single: false, pages: true },
      { single: false, pages: true },
    ]);
    expect(closed).toEqual(['two', 'one']);
    expect(closes).toHaveLength(1);
  });
});
