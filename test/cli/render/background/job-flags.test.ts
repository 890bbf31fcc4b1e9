import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addJobFlags, type JobFlags, readJobFlags } from '../../../../src/cli/render/background/job-flags.ts';

const now = Date.UTC(2026, 0, 1);

it.each<[JobFlags, object]>([
  [{}, {}],
  [{ async: true }, {}],
  [{ async: true, priority: 'low' }, { job: { priority: 'low' } }],
  [{ async: true, startAt: '2h' }, { job: { start_at: '2026-01-01T02:00:00.000Z' } }],
  [{ async: true, keep: '1m' }, { job: { keep_seconds: 60 } }],
  [{ async: true, keep: '90.4s' }, { job: { keep_seconds: 90 } }],
  [{ async: true, keep: '30d' }, { job: { keep_seconds: 2_592_000 } }],
  [{ put: 'https://example.com/a' }, { destination: { put: 'https://example.com/a' } }],
  [
    { put: 'https://example.com/a', putHeader: ['X-One:  a: b ', 'Two:'] },
    { destination: { put: 'https://example.com/a', headers: { 'X-One': 'a: b', Two: '' } } },
  ],
])('the flags %j say %j', (flags, said) => {
  expect(readJobFlags(flags, now)).toEqual(said);
});

it.each<[JobFlags, string]>([
  [{ priority: 'low', keep: '1d' }, '--priority works only with --async'],
  [{ startAt: '2h', keep: '1d' }, '--start-at works only with --async'],
  [{ keep: '1d' }, '--keep works only with --async'],
  [{ async: true, keep: '59s' }, '--keep "59s" is shorter than 1m'],
  [{ async: true, keep: '31d' }, '--keep "31d" is longer than 30d'],
  [{ async: true, startAt: 'soon' }, '--start-at "soon" is not a time'],
  [{ putHeader: ['A: b'] }, '--put-header needs --put'],
  [{ put: 'example.com' }, '--put needs a URL'],
  [{ put: 'https://example.com', putHeader: ['secret'] }, '--put-header is not a header'],
  [{ put: 'https://example.com', putHeader: ['A b: secret'] }, '--put-header is not a header'],
])('the flags %j are refused', (flags, message) => {
  expect(() => readJobFlags(flags, now)).toThrow(expect.objectContaining({ code: 'usage', message }));
});

describe('the flags of a command', () => {
  const parse = (...words: string[]) => {
    const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    addJobFlags(command);
    return command.parse(words, { from: 'user' }).opts();
  };

  it('gather headers, and know the priorities', () => {
    expect(parse('--async', '--priority', 'high', '--put-header', 'A: b,c', '--put-header', 'D: e')).toEqual({
      async: true,
      priority: 'high',
      putHeader: ['A: b,c', 'D: e'],
    });
    expect(() => parse('--priority', 'soon')).toThrow('Allowed choices are');
  });
});
