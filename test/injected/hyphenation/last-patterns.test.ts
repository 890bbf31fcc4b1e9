import { expect, test } from 'vitest';
import { patternSets } from '../../../scripts/build/hyphenation/pattern-sets.ts';
import { readPatterns } from '../../../src/engine/page/prepare/read-patterns.ts';
import { buildSplitter } from '../../../src/injected/hyphenation/split.ts';

/**
 * The last pattern of each language, and a word that is broken elsewhere without it; undefined if other patterns outweigh it. A reader that
 * stops early loses the last one first.
 */
const lastPatterns: [name: string, pattern: string, word: string | undefined][] = [
  ['af', '-5twee', '-|twee'],
  ['be', '8ў-', undefined],
  ['bg', 'я1', 'я|a'],
  ['ca', '.th2', 'thba'],
  ['cy', 'y1y', 'y|y'],
  ['da', 'å3t', 'å|t'],
  ['de-1901', 'zz2w', 'z|zw'],
  ['de-1996', 'zz2w', 'z|zw'],
  ['el-monoton', '4᾿', 'ο᾿'],
  ['en-gb', 'z5zot', 'z|zo|t'],
  ['en-us', 'z2z3w', 'zz|w'],
  ['es', '5u4niversit', 'uni|ver|sit'],
  ['et', '3šu4', 'šub'],
  ['fi', '1q2vi', 'a|qvi'],
  ['fr', '1zy', 'aa|zy'],
  ['ga', 'x5aí', 'x|aí'],
  ['gl', '2í3sedes.', undefined],
  ['hr', '.is1', 'i|s|a'],
  ['hu', 'z3zso', 'z|zso'],
  ['is', 'ö5u', 'ö|u'],
  ['it', "2z''", "az''"],
  ['ka', 'ჰ1ხ2', 'ჰ|ხ'],
  ['la', '2z.', 'az'],
  ['lt', '2ž1ž', 'ž|ž'],
  ['mn-cyrl', '.элек3тро3э4р', 'элект|ро|эр'],
  ['nb', 'åøy4', 'åøyb'],
  ['nl', 'z4z5w', 'zz|w'],
  ['nn', 'åøy4', 'åøyb'],
  ['oc', "2w'", undefined],
  ['pl', 'yu2', 'y|ua'],
  ['pt', '1-', 'a|-'],
  ['rm', '4z3cha', 'z|cha'],
  ['ru', '-я8я8', '-|яя'],
  ['sh-cyrl', 'и3у', 'и|у'],
  ['sh-latn', 'i3u', 'i|u'],
  ['sl', '8ž.', 'až'],
  ['sv', 'é3e', 'é|e'],
  ['tk', 'ş1ş', 'aş|ş'],
  ['tr', '2zz', 'az|z'],
  ['uk', "-'8'8", undefined],
];

test.each(lastPatterns)('the last pattern of %s is read', async (name, pattern, broken) => {
  const { patterns = '' } = (await readPatterns(name)) ?? {};
  expect(patterns.split(' ').at(-1)).toBe(pattern);
  if (broken === undefined) return;
  const split = buildSplitter({ patterns, exceptions: '', language: name, left: 1, right: 1 });
  const pieces = broken.split('|');
  const breaks = pieces.slice(1).map((_, at) => pieces.slice(0, at + 1).join('').length);
  expect(split(pieces.join(''), { word: 1, left: 1, right: 1 })).toEqual(breaks);
});

test('every language has one', () => {
  expect(lastPatterns.map(([name]) => name)).toEqual(Object.keys(patternSets));
});
