import { describe, expect, it } from 'vitest';
import {
  adviseConflict,
  lostBase,
  mergeFileTexts,
  mergeFileValues,
  refuseMarkers,
} from '../../../../../src/cli/templates/sync/merge/merge-text.ts';

const lines = (...words: string[]) => words.map((word) => `${word}\n`).join('');

describe('two texts of a file', () => {
  it('are merged where they changed other lines', async () => {
    const base = lines('a', 'b', 'c', 'd', 'e');
    expect(await mergeFileTexts(base, base.replace('a', 'A'), base.replace('e', 'E'))).toEqual({
      merged: lines('A', 'b', 'c', 'd', 'E'),
    });
  });

  it('cannot be merged without the text that both were made from', async () => {
    expect(await mergeFileTexts(undefined, 'a', 'b')).toEqual({ places: lostBase });
  });

  it.each([
    ['line 2', lines('a', 'b', 'c'), lines('a', 'X', 'c'), lines('a', 'Y', 'c')],
    ['lines 2-3', lines('a', 'b', 'c'), lines('a', 'X', 'Y', 'c'), lines('a', 'Z', 'c')],
    ['before line 2', lines('a', 'b', 'c'), lines('a', 'c'), lines('a', 'Z', 'c')],
  ])('are in conflict at %s of the own text', async (places, base, here, there) => {
    expect(await mergeFileTexts(base, here, there)).toMatchObject({ places, marked: expect.stringMatching(/^<{7} /m) });
  });

  it('have their sides named at the markers', async () => {
    const { marked } = (await mergeFileTexts('a\n', 'b\n', 'c\n')) as { marked: string };
    expect(marked).toContain('<<<<<<< this folder\nb\n');
    expect(marked).toContain('c\n>>>>>>> the service\n');
  });

  it.each([
    [5, 'line 1, line 3, line 5, line 7, line 9'],
    [6, 'line 1, line 3, line 5, line 7, line 9 and 1 more'],
  ])('with %i conflicts have five of them named', async (count, places) => {
    const text = (own: string) => lines(...Array.from({ length: count }, (_, at) => [own + at, `same ${at}`]).flat());
    expect(await mergeFileTexts(text('a'), text('b'), text('c'))).toMatchObject({ places });
  });
});

describe('two sets of values', () => {
  it('are merged where they changed other values', async () => {
    expect(await mergeFileValues({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 3 })).toEqual({ merged: { a: 2, b: 3 } });
  });

  it('are in conflict by the pointers of values', async () => {
    expect(await mergeFileValues({ a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } })).toEqual({ places: '/a/b' });
    expect(await mergeFileValues(undefined, {}, {})).toEqual({ places: lostBase });
  });
});

it('a text with a conflict that is marked is refused with its line', async () => {
  await expect(refuseMarkers('t.html', 'a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n')).rejects.toMatchObject({
    code: 'input_invalid',
    message: 't.html:2 is a conflict that is not resolved',
  });
  for (const text of ['a', 'a <<<<<<< b', '<<<<<<< only its begin\n'])
    await expect(refuseMarkers('t.html', text)).resolves.toBeUndefined();
});

it('the advice names the template, if there is one', () => {
  expect(adviseConflict('invoice')).toContain('; platen templates diff invoice shows them');
  expect(adviseConflict()).toContain('; platen templates diff shows them');
});
