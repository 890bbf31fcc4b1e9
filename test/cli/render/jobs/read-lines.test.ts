import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBatchJob } from '../../../../src/cli/render/jobs/read-job.ts';
import { parseJobLine } from '../../../../src/cli/render/jobs/read-job-lines.ts';
import { readLines } from '../../../../src/cli/render/jobs/read-lines.ts';

describe('lines', () => {
  it('are the same however the bytes arrive', async () => {
    const pieces = fc.array(fc.constantFrom('a', 'ü', '\n', '\r\n', ''), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        const text = chunks.join('');
        const lines: string[] = [];
        let end = 0;
        for await (const line of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), 'x')) {
          lines.push(line.bytes.toString('utf8'));
          end = line.end;
          expect([line.number, line.terminated]).toEqual([lines.length, text.split('\n').length > lines.length]);
        }
        expect(lines).toEqual(text === '' || text.endsWith('\n') ? text.split('\n').slice(0, -1) : text.split('\n'));
        expect(end).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it('are refused when they do not end', async () => {
    const chunk = Buffer.alloc(4 * 1024 * 1024, 'x');
    async function* endless() {
      for (;;) yield chunk;
    }
    const read = async () => {
      for await (const line of readLines(endless(), 'jobs')) expect(line).toBeUndefined();
    };
    await expect(read()).rejects.toThrow('jobs:1: the line is longer than 33 MiB');
  });
});

describe('a job', () => {
  const parse = (line: string | Uint8Array) => {
    const read = () => parseJobLine(Buffer.from(line), 'jobs:4');
    const readFiles = async (parts: unknown) => parts;
    return readBatchJob(
      { index: 3, place: 'jobs:4', read },
      { cwd: '/jobs', defaults: { always: {}, pages: {} }, readFiles },
    );
  };

  it('is a request with an output, and maybe an id, beside it', async () => {
    const job = await parse(
      '\ufeff{"id": 7, "output": "a/b.pdf", "parts": "https://x.example", "options": {"scale": 2}}',
    );
    expect(job).toMatchObject({ index: 3, id: '7', output: 'a/b.pdf', path: '/jobs/a/b.pdf' });
    expect(job.body).toEqual({ parts: 'https://x.example', options: { scale: 2 } });
  });

  it('is known by its request, not by its id, its output or its spelling', async () => {
    const job = await parse('{"id":"1","output":"a.pdf","parts":{"html":"x"}}');
    const other = await parse('{"output" : "b.pdf", "parts": {"html": "x"}}');
    expect(other.input).toBe(job.input);
    expect((await parse('{"output":"a.pdf","parts":{"html":"y"}}')).input).not.toBe(job.input);
  });

  it.each([
    ['{"parts": "x", "output": "a.pdf" x}', 'jobs:4:34: the line is not JSON'],
    ['hello', 'jobs:4:1: the line is not JSON'],
    ['{"parts": "x", "output"', 'jobs:4:24: the JSON is cut off'],
    ['{"parts": "x", "output": "a.p', 'jobs:4:30: the JSON is cut off'],
    [
      '{"output": "a.pdf", "parts": {"template": "x", "context": {"id": 12345678901234567890}}}',
      'jobs:4:66: /parts/context/id is a whole number beyond 9007199254740991',
    ],
    ['["a"]', 'jobs:4: the line is not a JSON object'],
    ['{"parts": "x"}', 'jobs:4: "output" must be a text'],
    ['{"parts": "x", "output": ""}', 'jobs:4: output "" does not name a file'],
    ['{"parts": "x", "output": "-"}', 'jobs:4: output "-" does not name a file'],
    ['{"parts": "x", "output": "a/"}', 'jobs:4: output "a/" does not name a file'],
    ['{"parts": "x", "output": "a\\u0000"}', 'does not name a file'],
    ['{"parts": "x", "output": "a.pdf", "id": {}}', 'jobs:4: "id" must be a text or a whole number'],
    ['{"output": "a.pdf"}', 'jobs:4: "parts" is missing'],
    [`{"output": "a.pdf", "parts": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'jobs:4: the values are nested too deeply'],
    [Buffer.from('{"parts": "\xfc"}', 'latin1'), 'jobs:4:12: the text is not valid UTF-8'],
  ])('is refused with its place: %.40j', async (line, message) => {
    await expect(parse(line)).rejects.toThrow(
      expect.objectContaining({ code: 'input_invalid', message: expect.stringContaining(message) }),
    );
  });
});
