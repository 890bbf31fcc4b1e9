import { expect, it } from 'vitest';
import { buildClaimStore } from '../../../src/store/coordination/claim-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { claims: buildClaimStore(database, () => new Date(1_000)), sent };
};
const what = { scope: 's', name: 'n', digest: 'd' };
const claim = (...answers: object[][]) => open(...answers).claims.claim(what, 'h', { holdMs: 1, keepMs: 2 });
const pdf = Buffer.from('x');
const done = { digest: 'd', is_done: 1, facts: '{"pages":1}', pdf };

it.each([
  ['nobody holds', undefined, { state: 'mine' }],
  ['was given back meanwhile', [], { state: 'runs' }],
  ['is another request', [{ ...done, digest: 'e' }], { state: 'mismatch' }],
  ['runs', [{ ...done, is_done: 0 }], { state: 'runs' }],
  ['is done', [done], { state: 'done', result: { facts: { pages: 1 }, pdf } }],
  ['is done without facts', [{ ...done, facts: null }], { state: 'done', result: undefined }],
  ['is done without a PDF', [{ ...done, pdf: null }], { state: 'done', result: undefined }],
])('a claim to what %s is answered', async (_what, rows, answer) => {
  expect(await (rows === undefined ? claim([{ holder: 'h' }]) : claim([], rows))).toEqual(answer);
});

it('a claim is finished with or without a result', async () => {
  const { claims, sent } = open([], []);
  await claims.finish(what, 'h', { facts: { pages: 1 }, pdf } as never);
  await claims.finish(what, 'h', undefined);
  expect(sent).toEqual([
    [1, '{"pages":1}', pdf, 's', 'n', 'h'],
    [1, null, null, 's', 'n', 'h'],
  ]);
});

it('a claim is renewed, given back and forgotten by the clock', async () => {
  const { claims, sent } = open([], [], []);
  await claims.renew('h', 500);
  await claims.release(what, 'h');
  await claims.sweep();
  expect(sent).toEqual([[1_500, 'h', 0], ['s', 'n', 'h', 0], [1_000]]);
});
