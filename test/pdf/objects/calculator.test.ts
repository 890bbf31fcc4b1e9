import { describe, expect, test } from 'vitest';
import { readCalculation, runCalculation } from '../../../src/pdf/objects/calculator.ts';

function run(code: string, ...stack: number[]): unknown[] | undefined {
  const program = readCalculation(code);
  const values: (number | boolean)[] = [...stack];
  return program !== undefined && runCalculation(program, values) ? values : undefined;
}

describe('a calculator function', () => {
  test('computes with the numbers on its stack', () => {
    expect(run('2 mul 1 exch sub .5 add', 0.25)).toEqual([1]);
    expect(run('dup -3 div exch pop', 6)).toEqual([-2]);
  });

  test('takes one of two ways', () => {
    const code = 'dup .5 le {pop 1 0}{dup 1 gt {pop 3} if 7} ifelse';
    expect(run(code, 0.2)).toEqual([1, 0]);
    expect(run(code, 0.7)).toEqual([0.7, 7]);
    expect(run(code, 2)).toEqual([3, 7]);
  });

  test.each([
    ['le', [true, true, false]],
    ['gt', [false, false, true]],
  ])('compares numbers below, at and above a limit by %s', (word, results) => {
    expect([1, 2, 3].map((number) => run(`2 ${word}`, number)?.[0])).toEqual(results);
  });

  test.each(['constructor', 'hasOwnProperty', 'roll'])('does not know the operator %s', (word) => {
    expect(run(`1 2 ${word}`)).toBeUndefined();
  });

  test('joins two conditions', () => {
    expect(run('dup 0 gt exch 1 le and {5} if', 0.5)).toEqual([5]);
    expect(run('dup 0 gt exch 1 le and {5} if', 2)).toEqual([]);
  });

  test.each(['{1', '1}', '{1} }', 'add', '1 add', 'pop', '2 sin'])('is not run if it is %s', (code) => {
    expect(run(code)).toBeUndefined();
  });
});
