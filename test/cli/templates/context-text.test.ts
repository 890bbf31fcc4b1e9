import { expect, it } from 'vitest';
import { digestText, readContextText } from '../../../src/cli/templates/context-text.ts';
import { limits } from '../../../src/contract/index.ts';

it('refuses values with an integer that would be rounded, and says where it stands', () => {
  const read = () => readContextText('\ufeff{\n  "order": { "id": 12345678901234567890 }\n}', 'preview_context.json');
  expect(read).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^preview_context\.json:2:20: \/order\/id is a whole number beyond/),
      line: 2,
      column: 20,
    }),
  );
});

it.each([
  [undefined, {}],
  ['{}', {}],
  ['\ufeff{"a": 1}', { a: 1 }],
])('reads %j', (text, values) => {
  expect(readContextText(text, 'c.json')).toEqual(values);
});

it.each([
  ['', 'it is empty', 'write {} if there are no values'],
  ['[1]', 'the values must be one JSON object', 'start with { and end with }'],
  ['null', 'the values must be one JSON object', 'start with { and end with }'],
  ["{'a': 1}", 'this is not JSON: ', 'JSON needs double quotes, and has no comments and no trailing commas'],
])('refuses %j and says what to write', (text, problem, fix) => {
  const read = () => readContextText(text, 'c.json');
  expect(read).toThrow(
    expect.objectContaining({ code: 'input_invalid', problem: expect.stringContaining(problem), fix }),
  );
  expect(read).toThrow(/^c\.json:1:\d+: /);
});

it('takes values up to the limit of a request, and no more', () => {
  const text = `{"a": "${'x'.repeat(limits.previewContext - 9)}"}`;
  expect(readContextText(text, 'c.json')).toHaveProperty('a');
  const mebibytes = limits.previewContext / 1024 / 1024;
  expect(() => readContextText(`${text} `, 'c.json')).toThrow(`c.json: a preview context has at most ${mebibytes} MiB`);
});

it('has a digest, which is empty for a file that is missing', () => {
  expect(digestText(undefined)).toBe('');
  expect(digestText('a')).toBe('ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs');
});
