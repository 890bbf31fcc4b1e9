import { expect, it } from 'vitest';
import type { ChildAnswer } from '../../../src/children/index.ts';
import { readPage } from '../../../src/markup/markdown/markdown-answer.ts';

const answer = (kind: string, value: unknown) =>
  ({ end: 'frame', frame: { kind, bytes: Buffer.from(JSON.stringify(value)) } }) as ChildAnswer;
const died = { end: 'died', started: true, first: true, signal: null, code: 1, output: '' } as const;
const page = { html: '<p>ä</p>', warnings: [{ code: 'x' }] };

it('a page is read as it is', () => {
  expect(readPage(answer('page', page))).toEqual(page);
});

it.each<[string, ChildAnswer, string, string]>([
  ['too late', { end: 'timeout' }, 'too_large', 'The Markdown takes too much time'],
  ['out of memory', { ...died, signal: 'SIGABRT' }, 'too_large', 'The Markdown takes too much memory'],
  ['too large', { end: 'too-large', kind: undefined }, 'too_large', 'The Markdown makes too large a page'],
  ['not wanted any more', { end: 'aborted' }, 'internal', 'The process that reads Markdown failed'],
  ['the end of the child', died, 'internal', 'The process that reads Markdown failed'],
  [
    'a refusal',
    answer('problem', { problem: 'no YAML', code: 'invalid_request' }),
    'invalid_request',
    'The Markdown cannot be read: no YAML',
  ],
  ['a problem', answer('problem', { problem: 'too deep' }), 'too_large', 'The Markdown cannot be read: too deep'],
  [
    'a problem with an unknown code',
    answer('problem', { problem: 'too deep', code: 'not_found' }),
    'too_large',
    'The Markdown cannot be read: too deep',
  ],
  ...[
    answer('page', { ...page, html: 1 }),
    answer('page', { ...page, warnings: {} }),
    answer('page', { problem: 'x' }),
    answer('text', page),
    answer('text', { problem: 'x' }),
    answer('problem', { problem: 1 }),
    answer('problem', page),
  ].map((given): [string, ChildAnswer, string, string] => [
    `in another form: ${'frame' in given ? `${given.frame.kind} ${given.frame.bytes}` : ''}`,
    given,
    'internal',
    'The process that reads Markdown gave a strange answer',
  ]),
])('an answer is refused where it is %s', (_what, given, code, message) => {
  expect(() => readPage(given)).toThrow(expect.objectContaining({ code, message }));
});
