import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readList } from '../../../../src/cli/render/jobs/read-list.ts';

async function read(text: string) {
  const jobs: [number, string, unknown][] = [];
  for await (const { index, place, read: take } of readList(Readable.from([Buffer.from(text)]), 'jobs.json'))
    jobs.push([index, place, await take()]);
  return jobs;
}

describe('a list of jobs', () => {
  it('has the line of each', async () => {
    expect(await read('[{"a": {"b": [1]}},\n\n {"c": "x\\n"}, {"d": 1}\n]')).toEqual([
      [0, 'jobs.json:1', { a: { b: [1] } }],
      [1, 'jobs.json:3', { c: 'x\n' }],
      [2, 'jobs.json:3', { d: 1 }],
    ]);
    expect(await read('[]')).toEqual([]);
  });

  it.each<[string, string]>([
    ['{}', 'jobs.json does not contain a list'],
    ['null', 'jobs.json does not contain a list'],
    ['[{},\n\n[]]', 'jobs.json:3: item 2 is not a JSON object'],
    ['[null]', 'jobs.json:1: item 1 is not a JSON object'],
    ['["a"]', 'jobs.json:1: item 1 is not a JSON object'],
    ['[{},\n{"a": 9007199254740993}]', 'jobs.json: the value: /1/a is a whole number beyond 9007199254740991'],
  ])('is not %j', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'input_invalid',
      message: expect.stringContaining(message),
    });
  });
});
