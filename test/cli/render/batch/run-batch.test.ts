import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sendJson, sendPdf, tinyPdf } from '../../../helpers/recording-server.ts';
import { readResults, useBatch, writeJobs } from './memory-batch.ts';

const batch = useBatch();
const { platen, inHome, files, jobs, asked } = batch;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a batch', () => {
  it('renders each line into its file, and prints a line for each', async () => {
    writeFileSync(
      inHome('jobs.ndjson'),
      '\ufeff{"parts": "https://a.example", "output": "a.pdf", "id": "first", "options": {"scale": 2}}\r\n\r\n{"parts": {"html": ""}, "output": "b.pdf"}',
    );
    const result = await platen(['jobs.ndjson', '-j', '1']);
    expect(result.code).toBe(0);
    expect(batch.service.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { parts: 'https://a.example', options: { scale: 2 } },
      { parts: { html: '' } },
    ]);
    const common = { ok: true, skipped: false, bytes: tinyPdf.length, pages: 2, warnings: [], error: null };
    expect(readResults(result)).toEqual([
      { ...common, index: 0, id: 'first', path: inHome('a.pdf'), ms: expect.any(Number), sha256: expect.any(String) },
      { ...common, index: 1, id: null, path: inHome('b.pdf'), ms: expect.any(Number), sha256: expect.any(String) },
    ]);
    expect(result.stderr).toMatch(/^Rendered 2 PDFs in [\d.]+ s\n$/);
    expect(files()).toEqual(['a.pdf', 'b.pdf', 'jobs.ndjson', 'jobs.ndjson.journal']);
    expect(readFileSync(inHome('b.pdf')).equals(tinyPdf)).toBe(true);
  });

  it('says nothing on stderr with --json, and speaks to people at a terminal', async () => {
    jobs('a');
    expect((await platen(['jobs.ndjson', '--json'])).stderr).toBe('');
    rmSync(inHome('a.pdf'));
    const { stdout } = await platen(['jobs.ndjson', '--no-color'], {
      stdoutTerminal: true,
      env: { LANG: 'C' },
    });
    expect(stdout).toBe(`ok a.pdf (2 pages, ${tinyPdf.length} bytes)\n`);
  });

  it('names the parts of a warning by the words of its line', async () => {
    const list = JSON.stringify(
      [0, 1, 2, 3].map((part) => ({ part, code: 'resource_missing', detail: 'lacks a file' })),
    );
    batch.service.answer = (_request, response) =>
      sendPdf(response, { 'platen-warnings': '4', 'platen-warning-list': list });
    const parts = ['https://a.example', { html: 'b', name: 'cover' }, { template: 'terms' }, { html: 'd' }];
    writeFileSync(inHome('jobs.ndjson'), `${JSON.stringify({ parts, output: 'a.pdf' })}\n`);
    const { stdout } = await platen(['jobs.ndjson', '--no-color'], { stdoutTerminal: true, env: { LANG: 'C' } });
    const names = [...stdout.matchAll(/warning (.*): lacks a file/g)].map(([, name]) => name);
    expect(names).toEqual(['https://a.example', 'cover', 'template:terms', 'part 3']);
  });

  it('keeps as many requests under way as it may, and no more', async () => {
    let now = 0;
    let highest = 0;
    batch.service.answer = (_request, response) => {
      highest = Math.max(highest, ++now);
      setTimeout(() => {
        now--;
        sendPdf(response);
      }, 15);
    };
    jobs(...range(20));
    expect((await platen(['jobs.ndjson', '-j', '4'])).code).toBe(0);
    expect([asked().length, highest]).toEqual([20, 4]);
  });

  it('refuses a -j that makes no sense, before it reads anything', async () => {
    for (const bad of ['0', '-1', '2.5', '1000', 'x']) expect((await platen(['none', '-j', bad])).code).toBe(2);
  });
});

describe('a file of jobs is checked as a whole before anything is rendered', () => {
  it('for JSON, in each line, with its column', async () => {
    writeFileSync(inHome('jobs.ndjson'), `${writeJobs(...range(899))}{"parts": "x" "output": "z.pdf"}\n`);
    const { code, stdout, stderr } = await platen(['jobs.ndjson']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('error: jobs.ndjson:900:15: the line is not JSON');
    expect([batch.service.requests.length, files()]).toEqual([0, ['jobs.ndjson']]);
  });

  it.each([
    [
      'two jobs with one output',
      writeJobs('a', 'b', './a'),
      'jobs.ndjson:3: output ./a.pdf is that of jobs.ndjson:1 too',
      2,
    ],
    ['a missing folder', writeJobs('a', 'new/b'), 'jobs.ndjson:2: output: there is no folder', 2],
    ['a folder as output', writeJobs('folder'), 'folder.pdf is a folder', 2],
    ['a link as output', writeJobs('link'), 'link.pdf is a symbolic link', 2],
    ['an output that exists', writeJobs('a', 'old'), 'jobs.ndjson:2: old.pdf exists', 6],
    ['itself as output', '{"parts": "x", "output": "jobs.ndjson"}', 'is a file that the batch itself uses', 2],
    ['its journal as output', '{"parts": "x", "output": "jobs.ndjson.journal"}', 'the batch itself uses', 2],
  ])('for %s', async (_what, text, message, exit) => {
    mkdirSync(inHome('folder.pdf'));
    writeFileSync(inHome('old.pdf'), 'mine');
    symlinkSync('old.pdf', inHome('link.pdf'));
    writeFileSync(inHome('jobs.ndjson'), text);
    const before = files();
    const { code, stderr } = await platen(['jobs.ndjson']);
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(message) });
    expect([batch.service.requests.length, files(), readFileSync(inHome('old.pdf'), 'utf8')]).toEqual([
      0,
      before,
      'mine',
    ]);
  });

  it('and may overwrite with --force, and make folders with --mkdir', async () => {
    writeFileSync(inHome('old.pdf'), 'mine');
    jobs('old', 'new/deep/b');
    expect((await platen(['jobs.ndjson', '--force', '--mkdir'])).code).toBe(0);
    expect(readFileSync(inHome('old.pdf')).equals(tinyPdf)).toBe(true);
    expect(existsSync(inHome('new/deep/b.pdf'))).toBe(true);
  });

  it('but no folder is made below a file', async () => {
    writeFileSync(inHome('file'), '');
    jobs('file/deep/b');
    expect((await platen(['jobs.ndjson', '--mkdir'])).code).toBe(15);
    expect(batch.service.requests).toEqual([]);
  });
});

describe('a second run', () => {
  it('does nothing where all is done, without asking the service', async () => {
    jobs('a', 'b');
    await platen(['jobs.ndjson']);
    const again = await platen(['jobs.ndjson'], { env: { PLATEN_API_KEY: '' } });
    expect([again.code, batch.service.requests.length]).toEqual([0, 2]);
    expect(readResults(again)).toMatchObject([
      { index: 0, ok: true, skipped: true, bytes: tinyPdf.length, pages: 2 },
      { index: 1, ok: true, skipped: true },
    ]);
    expect(again.stderr).toContain('2 of 2 are done already');
  });

  it('renders what failed, what is new, what was changed, and what is gone or different on the disk', async () => {
    jobs('same', 'changed', 'gone', 'different', 'failed');
    batch.service.answer = ({ body }, response) =>
      body.includes('failed')
        ? sendJson(response, 422, { code: 'template_error', detail: 'unknown filter' })
        : sendPdf(response);
    expect((await platen(['jobs.ndjson'])).code).toBe(21);
    rmSync(inHome('gone.pdf'));
    writeFileSync(inHome('different.pdf'), 'edited');
    writeFileSync(
      inHome('jobs.ndjson'),
      writeJobs('new', 'same', 'changed', 'gone', 'different', 'failed').replace('"changed"', '"other"'),
    );
    batch.service.requests.length = 0;
    batch.service.answer = (_request, response) => sendPdf(response);
    const refused = await platen(['jobs.ndjson']);
    expect([refused.code, batch.service.requests.length]).toEqual([6, 0]);
    expect(refused.stderr).toContain('different.pdf exists');
    expect(refused.stderr).toContain('it is not what the journal says');
    const { code, stderr } = await platen(['jobs.ndjson', '--force']);
    expect([code, asked().sort()]).toEqual([0, ['different', 'failed', 'gone', 'new', 'other']]);
    expect(stderr).toContain('1 done before');
  });
});

describe('jobs that fail', () => {
  const reject = (...names: string[]) => {
    batch.service.answer = ({ body }, response) =>
      names.includes(JSON.parse(body).parts.html)
        ? sendJson(response, 422, { code: 'template_error', detail: 'unknown filter', request_id: 'r1', line: 3 })
        : sendPdf(response);
  };

  it('do not keep the others from being rendered, and make it 21', async () => {
    reject('b', 'd');
    jobs('a', 'b', 'c', 'd');
    const result = await platen(['jobs.ndjson', '-j', '1']);
    expect(result.code).toBe(21);
    expect(readResults(result).map(({ ok }) => ok)).toEqual([true, false, true, false]);
    expect(readResults(result)[1]).toMatchObject({
      path: inHome('b.pdf'),
      bytes: null,
      error: { code: 'template_error', status: 422, request_id: 'r1', why: expect.stringContaining('unknown filter') },
    });
    expect(result.stderr).toContain('error: 2 of 4 jobs failed; 2 done');
    expect(result.stderr).toContain('why: 2 template_error (jobs.ndjson:2, jobs.ndjson:4)');
    expect(files()).toEqual(['a.pdf', 'c.pdf', 'jobs.ndjson', 'jobs.ndjson.journal']);
  });

  it('give their own exit code where all failed alike', async () => {
    reject('a', 'b');
    jobs('a', 'b');
    const { code, stderr } = await platen(['jobs.ndjson', '--json']);
    expect(code).toBe(7);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'template_error', message: '2 of 2 jobs failed' });
  });

  it('give the same exit code in a second run', async () => {
    reject('b');
    jobs('a', 'b');
    expect((await platen(['jobs.ndjson'])).code).toBe(21);
    const again = await platen(['jobs.ndjson', '--json']);
    expect(again.code).toBe(21);
    expect(JSON.parse(again.stderr).error).toMatchObject({
      code: 'partial_failure',
      message: '1 of 2 jobs failed; 1 done before',
    });
  });

  it('end it with --fail-fast', async () => {
    reject('b');
    jobs('a', 'b', 'c', 'd');
    const { code, stderr } = await platen(['jobs.ndjson', '-j', '1', '--fail-fast']);
    expect([code, asked()]).toEqual([21, ['a', 'b']]);
    expect(stderr).toContain('1 of 4 jobs failed; 1 done, 2 not tried');
  });

  it('end it at once where the others would fail too', async () => {
    batch.service.answer = (_request, response) => sendJson(response, 401, { detail: 'no' });
    jobs(...range(50));
    const { code } = await platen(['jobs.ndjson', '-j', '2']);
    expect(code).toBe(4);
    expect(batch.service.requests.length).toBeLessThanOrEqual(4);
  });

  it('are those too that got JSON instead of a PDF', async () => {
    batch.service.answer = (_request, response) => sendJson(response, 200, { url: 'https://elsewhere.example/x.pdf' });
    jobs('a');
    expect((await platen(['jobs.ndjson'])).code).toBe(10);
    expect(files()).toEqual(['jobs.ndjson']);
  });
});

describe('Ctrl-C', () => {
  it('takes no new job, leaves nothing half, says how to go on, and the next run does', async () => {
    let interrupt = () => {};
    batch.service.answer = (_request, response, number) => {
      if (number === 4) interrupt();
      else if (number < 4) sendPdf(response);
    };
    jobs(...range(30));
    const { code, stdout, stderr } = await platen(['jobs.ndjson', '-j', '2'], {
      onStart: (send) => {
        interrupt = () => send('SIGINT');
      },
    });
    expect(code).toBe(130);
    expect(stderr).toMatch(/^Stopped: \d done, 0 failed, \d+ left\nTo continue, run the same command again/);
    const done = stdout.trim().split('\n').length;
    expect(files().filter((name) => name.endsWith('.pdf'))).toHaveLength(done);
    expect(files().filter((name) => /tmp|lock|ready/.test(name))).toEqual([]);
    batch.service.answer = (_request, response) => sendPdf(response);
    batch.service.requests.length = 0;
    expect((await platen(['jobs.ndjson'])).code).toBe(0);
    expect(batch.service.requests).toHaveLength(30 - done);
  });
});
