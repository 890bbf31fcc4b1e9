import { describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import type { CommandWarning } from '../../../../src/cli/output/warnings.ts';
import { awaitRender, describeProgress, warnOfStall } from '../../../../src/cli/render/background/await-render.ts';
import type { Render } from '../../../../src/contract/index.ts';
import { queued } from '../../../helpers/background-server.ts';

const running = (progress: Partial<NonNullable<Render['progress']>>): Partial<Render> => ({
  status: 'running',
  waits_for: null,
  progress: { parts: 3, parts_done: 1, pages: 4, ...progress },
});

describe('how far a render is', () => {
  it.each<[Partial<Render>, string]>([
    [{ waits_for: 'worker' }, 'queued; no service does renders in the background now'],
    [{ waits_for: 'start', start_at: '2030-01-01T00:00:00Z' }, 'queued, to begin at 2030-01-01T00:00:00Z'],
    [{ waits_for: 'turn' }, 'queued'],
    [{ waits_for: null, status: 'done', progress: { parts: 3, parts_done: 3, pages: 4 } }, 'done'],
    [{ ...running({}), progress: null }, 'running'],
    [running({ parts: 1 }), 'running'],
    [running({ parts: 2 }), 'running, 1 of 2 parts, 4 pages'],
    [running({ pages: 1 }), 'running, 1 of 3 parts, 1 page'],
    [running({ pages: 0 }), 'running, 1 of 3 parts, 0 pages'],
  ])('of %j is described as "%s"', (changes, text) => {
    expect(describeProgress({ ...queued, ...changes })).toBe(text);
  });
});

it('a warning that nobody renders comes once', () => {
  const warnings: CommandWarning[] = [];
  const output = { warn: (warning: CommandWarning) => warnings.push(warning) } as unknown as Context['output'];
  const warn = warnOfStall({ output });
  expect(warnings).toEqual([]);
  warn();
  warn();
  expect(warnings).toEqual([
    {
      code: 'worker_missing',
      text: 'it waits: no service does renders in the background now (start one: platen serve --role worker)',
    },
  ]);
});

interface Setting {
  json?: boolean;
  isTerminal?: boolean;
  timeout?: number | null;
  failure?: Error & { code?: string };
  isAborted?: boolean;
  hasFile?: boolean;
}

type Hooks = Record<'onProgress' | 'onStall' | 'onWait', ((...given: unknown[]) => void) | undefined>;

/** Waits for a render, and tells what happened in which order. */
async function wait({ json = false, isTerminal = true, timeout = null, failure, isAborted, hasFile = true }: Setting) {
  const events: unknown[][] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void events.push([name, ...given]);
  const done: Render = { ...queued, status: 'done' };
  let choices: object = {};
  const client = {
    async getRender(id: string) {
      events.push(['getRender', id]);
      return queued;
    },
    async waitForRender(id: string, given: Hooks & { signal: AbortSignal }) {
      choices = given;
      events.push(['waitForRender', id]);
      given.onProgress?.(queued);
      given.onStall?.();
      given.onWait?.(1, { message: 'no answer' });
      if (failure) throw failure;
      return done;
    },
  };
  const context = {
    client: async () => client,
    settings: async () => ({ get: (name: string) => (name === 'timeout' ? timeout : undefined) }),
    signal: isAborted ? AbortSignal.abort() : new AbortController().signal,
    output: {
      ...{ json, peopleAtTerminal: isTerminal },
      note: note('note'),
      warn: ({ code }: CommandWarning) => events.push(['warn', code]),
      progress(text: string) {
        events.push(['progress', text]);
        return { update: note('update'), stop: note('stop') };
      },
    },
  };
  const file = {
    check: (render: Render) => note('check')(render.status),
    async fetch(render: Render, ready: () => void) {
      ready();
      note('fetch')(render.status);
    },
    finish: async () => {},
  };
  const ended = awaitRender(context as unknown as Context, 'r1', hasFile ? file : undefined, 'platen renders wait r1');
  return { result: await ended.catch((error: unknown) => error), events, choices, done, signal: context.signal };
}

describe('waiting for a render', () => {
  const start = [
    ['progress', 'waiting'],
    ['getRender', 'r1'],
  ];
  const stalled = [
    ['warn', 'worker_missing'],
    ['update', 'no answer; asking again'],
  ];

  it('shows how far it is at a terminal, and fetches its result', async () => {
    const { result, events, choices, done, signal } = await wait({});
    expect(events).toEqual([
      ...start,
      ['check', 'queued'],
      ['waitForRender', 'r1'],
      ['update', 'queued'],
      ...stalled,
      ['stop'],
      ['fetch', 'done'],
      ['stop'],
    ]);
    expect([result, choices]).toEqual([done, expect.objectContaining({ signal })]);
    expect(choices).not.toHaveProperty('timeoutMs');
  });

  it.each([{ json: true }, { isTerminal: false }])('shows nothing with %j', async (setting) => {
    const { events } = await wait({ ...setting, hasFile: false });
    expect(events).toEqual([...start, ['waitForRender', 'r1'], ...stalled, ['stop']]);
  });

  it('takes as long as the setting says', async () => {
    expect((await wait({ timeout: 1 })).choices).toMatchObject({ timeoutMs: 1 });
  });

  const timeout = Object.assign(new Error('it took 1 s'), { code: 'timeout' });
  it('says how to wait again after its time', async () => {
    const { result, events } = await wait({ timeout: 1, failure: timeout });
    expect(result).toMatchObject({
      ...{ code: 'timeout', message: 'it took 1 s', cause: timeout },
      fix: 'the render continues; to wait again: platen renders wait r1',
    });
    expect(events.at(-1)).toEqual(['stop']);
  });

  it.each<[Setting, unknown[]]>([
    [{ failure: timeout }, []],
    [{ failure: new Error('lost'), timeout: 1 }, []],
    [
      { failure: timeout, timeout: 1, isAborted: true },
      ['The render continues. To wait again: platen renders wait r1'],
    ],
  ])('ends with the failure otherwise: %j', async (setting, notes) => {
    const { result, events } = await wait(setting);
    expect(result).toBe(setting.failure);
    expect(events.flatMap(([name, text]) => (name === 'note' ? [text] : []))).toEqual(notes);
  });
});
