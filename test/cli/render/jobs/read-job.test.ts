import { describe, expect, it } from 'vitest';
import { readBatchJob } from '../../../../src/cli/render/jobs/read-job.ts';

const parts = { html: '<h1>One</h1>' };

function read(job: object, defaults = { always: {}, pages: {} }) {
  const tools = { cwd: '/project', defaults, readFiles: async (given: unknown) => given };
  return readBatchJob({ index: 3, place: 'jobs.ndjson:4', read: async () => job } as never, tools as never);
}

describe('a job of a batch', () => {
  it('has a request, and the place of its PDF', async () => {
    expect(await read({ parts, output: 'out/a.pdf', id: 7 })).toEqual({
      index: 3,
      place: 'jobs.ndjson:4',
      id: '7',
      output: 'out/a.pdf',
      path: '/project/out/a.pdf',
      body: { parts },
      input: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('needs no id', async () => {
    expect((await read({ parts, output: 'a.pdf' })).id).toBe(null);
    expect((await read({ parts, output: 'a.pdf', id: 'one' })).id).toBe('one');
  });

  it('has its own page options before those of the settings', async () => {
    const defaults = { always: { timezone: 'UTC' }, pages: { page_size: 'Letter', scale: 2 } };
    expect((await read({ parts, output: 'a.pdf' }, defaults)).body).toEqual({
      parts,
      options: { page_size: 'Letter', scale: 2, timezone: 'UTC' },
    });
    const pdf = { parts: [{ pdf: 'AA' }], output: 'a.pdf' };
    expect((await read(pdf, defaults)).body.options).toEqual({ timezone: 'UTC' });
    const own = { parts, output: 'a.pdf', options: { scale: 1 } };
    expect((await read(own, defaults)).body.options).toEqual({ page_size: 'Letter', scale: 1, timezone: 'UTC' });
  });

  it('has the same digest if it is the same request', async () => {
    const [one, same, other] = await Promise.all([
      read({ parts, output: 'a.pdf' }),
      read({ parts, output: 'b.pdf', id: 'x' }),
      read({ parts: { html: '<h1>Two</h1>' }, output: 'a.pdf' }),
    ]);
    expect(one.input).toBe(same.input);
    expect(one.input).not.toBe(other.input);
  });

  it.each<[string, object, string]>([
    ['no output', { parts }, '"output" must be a text, the path of the file'],
    ['an output that is no text', { parts, output: 1 }, '"output" must be a text'],
    ['an empty output', { parts, output: '' }, 'output "" does not name a file'],
    ['stdout', { parts, output: '-' }, 'output "-" does not name a file'],
    ['a folder', { parts, output: 'out/' }, 'output "out/" does not name a file'],
    ['an id that is a list', { parts, output: 'a.pdf', id: [] }, '"id" must be a text or a whole number'],
    ['an id with a fraction', { parts, output: 'a.pdf', id: 1.5 }, '"id" must be a text or a whole number'],
    ['no parts', { output: 'a.pdf' }, '"parts" is missing or not valid'],
  ])('is refused with %s', async (_what, job, message) => {
    await expect(read(job)).rejects.toMatchObject({
      code: 'input_invalid',
      message: expect.stringContaining(`jobs.ndjson:4: ${message}`),
    });
  });
});
