import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommandError } from '../../src/cli/output/command-error.ts';
import type { Io } from '../../src/cli/output/io.ts';
import { readBatchJob } from '../../src/cli/render/jobs/read-job.ts';
import { parseJobLine } from '../../src/cli/render/jobs/read-job-lines.ts';
import { readPageFlags } from '../../src/cli/render/page-flags.ts';
import { setPath } from '../../src/cli/render/set-path.ts';
import { formatDuration, parseDuration } from '../../src/cli/settings/duration.ts';
import { findUnkeptNumber } from '../../src/contract/index.ts';
import { isLong } from '../helpers/is-long.ts';

const numRuns = isLong ? 20_000 : 1000;

/** The result, or the CommandError that a user sees; anything else thrown is a fault. */
function attempt<T>(work: () => T): T | CommandError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

const piece = fc.oneof(
  fc.constantFrom(...['0', '1', '9', '4294967294', '99999999999', '-1', '1e9', 'a', 'length', 'push', 'toString']),
  fc.constantFrom(...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', '', ' ', '\0', 'ü', '[', ']']),
  fc.string({ maxLength: 3 }),
);
const value = fc.oneof(
  fc.json(),
  fc.constantFrom('1e999', '-', '-0', '{"__proto__":{"x":1}}', 'true', 'truer', '[1', ''),
);

describe('words of a command line, whatever they are, are taken or refused:', () => {
  test('values by path change nothing but the values', () => {
    const assignment = fc
      .tuple(fc.array(piece, { maxLength: 4 }), value)
      .map(([path, text]) => `${path.join('.')}=${text}`);
    fc.assert(
      fc.property(fc.array(assignment, { maxLength: 5 }), (assignments) => {
        const target: Record<string, unknown> = {};
        for (const assignment of assignments) attempt(() => setPath(target, assignment));
        const text = JSON.stringify(target);
        expect(text.length).toBeLessThan(1000 + 10 * assignments.join('').length);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect([Object.hasOwn(Array.prototype, 'x'), ({} as { x?: unknown }).x]).toEqual([false, undefined]);
      }),
      { numRuns },
    );
  });

  test('a value that was set is found at its path', () => {
    const exact = fc.jsonValue().filter((value) => findUnkeptNumber(JSON.stringify(value)) === undefined);
    const name = fc.stringMatching(/^[a-z]{1,4}$/).filter((word) => word !== 'constructor');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), exact, (path, given) => {
        const target: Record<string, unknown> = {};
        setPath(target, `${path.join('.')}=${JSON.stringify(given)}`);
        const found = path.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], target);
        // A text keeps its quotes: it is JSON only where it could be nothing else.
        expect(found).toEqual(typeof given === 'string' ? JSON.stringify(given) : JSON.parse(JSON.stringify(given)));
      }),
      { numRuns },
    );
  });

  test('durations are whole milliseconds, and written as they are read', () => {
    const number = fc.oneof(fc.nat().map(String), fc.double({ min: 0, noNaN: true }).map(String), fc.string());
    const unit = fc.constantFrom('ms', 's', 'm', 'h', 'd', '', 'S', ' s', 'sec');
    fc.assert(
      fc.property(number, unit, (digits, word) => {
        const ms = parseDuration(digits + word);
        if (ms === undefined) return;
        expect(Number.isSafeInteger(ms) && ms >= 0).toBe(true);
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
      { numRuns },
    );
  });

  test('sizes are two lengths or a name', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789.xX×, mcinptQPA-'), maxLength: 12 }),
      fc.constantFrom('A4', 'letter', '210x297mm', '8.5in x 11in', '1x1', '0x0mm', '1e3x1mm', 'toString'),
    );
    await fc.assert(
      fc.asyncProperty(text, async (size) => {
        const read = await readPageFlags({ size }, {} as Io).catch((error: unknown) => {
          if (error instanceof CommandError) return undefined;
          throw error;
        });
        const paper = read?.options?.page_size as string | { width: string; height: string } | undefined;
        if (typeof paper !== 'object') return;
        for (const length of [paper.width, paper.height]) expect(length).toMatch(/^\d+(\.\d+)?(px|pt|pc|in|cm|mm|Q)$/i);
      }),
      { numRuns },
    );
  });

  test('a line of a batch is a job or an error with its place', async () => {
    const job = fc.record(
      { output: fc.oneof(fc.string(), fc.jsonValue()), parts: fc.jsonValue(), id: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.oneof(job, fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
      fc.tuple(job, fc.nat(60)).map(([value, cut]) => Buffer.from(JSON.stringify(value)).subarray(0, cut)),
    );
    const tools = { cwd: '/jobs', defaults: { always: {}, pages: {} }, readFiles: async (parts: unknown) => parts };
    await fc.assert(
      fc.asyncProperty(line, async (bytes) => {
        const item = { index: 0, place: 'jobs:1', read: () => parseJobLine(bytes, 'jobs:1') };
        const read = await readBatchJob(item, tools).catch((error: unknown) => error as CommandError);
        if (read instanceof CommandError)
          expect([read.code, read.message]).toEqual(['input_invalid', expect.stringMatching(/^jobs:1/)]);
        else expect([read.output === '', read.path.endsWith('/')]).toEqual([false, false]);
      }),
      { numRuns },
    );
  });
});
