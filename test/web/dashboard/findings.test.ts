import { expect, it } from 'vitest';
import type { TemplateFinding, Warning } from '../../../src/contract/index.ts';
import { listFindings, markText, nameProblem } from '../../../src/web/dashboard/template-editor/findings.ts';

const finding = (level: 'error' | 'warning', line: number, more: object = {}): TemplateFinding => ({
  level,
  code: 'x',
  message: `${level} in ${line}`,
  where: 'content',
  line,
  column: 3,
  ...more,
});
const problem = { where: 'content', message: 'error in 1', line: 1, column: 3 } as const;
const warning = { part: 0, code: 'resource_missing', detail: 'logo.svg was not found' } as Warning;
const unused = finding('warning', 0, { where: 'values', line: undefined, column: undefined });

it('tells the other errors beside the one that keeps the pages from being drawn', () => {
  const found = listFindings(problem, [finding('error', 1), finding('error', 4), unused], [warning], '');
  expect(found.map(({ message }) => message)).toEqual(['error in 4']);
  expect(markText('content', problem, found)).toEqual([
    { message: 'error in 1', line: 1, column: 3, severity: 'error' },
    { message: 'error in 4', line: 4, column: 3, severity: 'error' },
  ]);
  expect(markText('values', problem, found)).toEqual([]);
});

it('tells the warnings of pages and texts once they are drawn, and no error of before', () => {
  const found = listFindings(
    undefined,
    [finding('error', 4), finding('warning', 2), unused],
    [warning],
    '\n\n<img src="logo.svg">',
  );
  expect(found.map(({ file, line, message }) => [file, line, message])).toEqual([
    ['Content', 3, 'logo.svg was not found'],
    ['Content', 2, 'warning in 2'],
    ['Values', undefined, 'warning in 0'],
  ]);
  expect(markText('content', undefined, found)).toEqual([
    { message: 'logo.svg was not found', line: 3, severity: 'warning' },
    { message: 'warning in 2', line: 2, severity: 'warning' },
  ]);
});

it('tells nothing of the content while the values cannot be read', () => {
  const wrong = { where: 'values', message: 'no JSON', line: 2 } as const;
  const found = listFindings(wrong, [finding('error', 4), unused], [warning], '');
  expect(found).toEqual([]);
  expect(markText('values', wrong, found)).toEqual([{ message: 'no JSON', line: 2, severity: 'error' }]);
});

it.each([
  ['a.b was not found', '\na.b', 2],
  ['a.b was not found', 'a.b', 1],
  ['a.b was not found', '\n', undefined],
  // A subject of one or two characters may be anywhere.
  ['is was not found', '\nis', undefined],
])('finds what "%s" speaks of in %j', (detail, content, line) => {
  const found = listFindings(undefined, [], [{ ...warning, detail }], content);
  expect(found).toStrictEqual([
    { level: 'warning', message: detail, where: 'content', file: 'Content', ...(line !== undefined && { line }) },
  ]);
});

it.each([
  ['content', 'Content'],
  ['values', 'Values'],
  [undefined, undefined],
] as const)('names the text "%s" of a problem %s', (where, file) => {
  expect(nameProblem({ where, message: 'no' })).toEqual({ message: 'no', file });
});
