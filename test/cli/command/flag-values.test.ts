import { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  checkId,
  collectValues,
  collectWords,
  readDuration,
  readNumber,
  readWhole,
  takeChoices,
} from '../../../src/cli/command/flag-values.ts';

const dayMs = 86_400_000;

describe('a flag takes', () => {
  it.each([
    ['0', 0],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['2', 2],
  ])('the number %s', (text, number) => {
    expect(readNumber('--scale', text, 0, 2)).toBe(number);
  });

  it.each([
    ['3', 3],
    ['7', 7],
    ['007', 7],
    [undefined, undefined],
  ])('the whole number %s', (text, number) => {
    expect(readWhole('--port', text, 3, 7)).toBe(number);
  });

  it('any whole number where none is the largest', () => {
    expect(readWhole('--after', '0', 0)).toBe(0);
    expect(readWhole('--after', '999999999999999', 0)).toBe(999_999_999_999_999);
  });

  it.each([
    ['1d', dayMs],
    ['36h', 1.5 * dayMs],
    ['90d', 90 * dayMs],
  ])('the duration %s', (text, ms) => {
    expect(readDuration('--expires', text, dayMs, 90 * dayMs)).toBe(ms);
  });

  it('values that contain commas, each unchanged', () => {
    expect(collectValues('a,b', undefined)).toEqual(['a,b']);
    expect(collectValues(' a', ['a,b', ' a'])).toEqual(['a,b', ' a', ' a']);
  });

  it('words with commas between them, each once', () => {
    expect(collectWords('b, a ,b', undefined)).toEqual(['b', 'a']);
    expect(collectWords('c,a', ['b', 'a'])).toEqual(['b', 'a', 'c']);
  });

  it('its choices, and no other word', () => {
    const option = takeChoices(new Option('--event <names>'), ['done', 'failed']);
    expect(option.argChoices).toEqual(['done', 'failed']);
    expect(option.parseArg?.('failed,done', undefined)).toEqual(['failed', 'done']);
    expect(() => option.parseArg?.('failed,lost', undefined)).toThrow('"lost" is not one of done, failed.');
  });

  it('an id in any case', () => {
    expect(() => checkId('0193A7C2-5b1e-7c3d-9f20-8a4b6c1d2e3f', 'render')).not.toThrow();
  });
});

describe('a flag refuses', () => {
  it.each(['', '-1', '2.1', '0.4', '1e0', '1,5', '.', '1234567890', '1.1234567890'])('%j as a number', (text) => {
    expect(() => readNumber('--scale', text, 0.5, 2)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: `--scale ${JSON.stringify(text)} is not a number from 0.5 to 2`,
      }),
    );
  });

  it.each(['', '2', '8', '3.5', '-3', '1e3', '0x5'])('%j as a whole number', (text) => {
    const message = `--port ${JSON.stringify(text)} is not a whole number from 3 to 7`;
    expect(() => readWhole('--port', text, 3, 7)).toThrow(expect.objectContaining({ code: 'usage', message }));
  });

  it('a whole number below the least, or of more than 15 digits', () => {
    expect(() => readWhole('--jobs', '0', 1)).toThrow('--jobs "0" is not a whole number of 1 or more');
    expect(() => readWhole('--jobs', '1000000000000000', 1)).toThrow('is not a whole number of 1 or more');
  });

  it.each([
    ['90', 'is not a duration', 'write 90d or 12h'],
    ['23h', 'is shorter than 1d', 'write 1d or more'],
    ['91d', 'is longer than 90d', 'write 90d or less'],
  ])('%j as a duration: it %s', (text, fault, fix) => {
    const message = `--expires "${text}" ${fault}`;
    expect(() => readDuration('--expires', text, dayMs, 90 * dayMs)).toThrow(
      expect.objectContaining({ code: 'usage', message, fix }),
    );
  });

  it('an id that is no UUID, and says where ids are', () => {
    expect(() => checkId('7', 'template')).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '"7" is not the id of a template',
        fix: 'see the ids: platen templates list',
      }),
    );
  });
});
