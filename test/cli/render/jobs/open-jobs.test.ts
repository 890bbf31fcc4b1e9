import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sendJson, sendPdf, tinyPdf } from '../../../helpers/recording-server.ts';
import { readResults, useBatch, writeJobs } from '../batch/memory-batch.ts';

const batch = useBatch();
const { platen, inHome, files, jobs, asked } = batch;

describe('jobs from stdin', () => {
  it('run as they come, and a bad line is a job that failed', async () => {
    const result = await platen(['-', '-j', '1'], { stdin: `${writeJobs('a')}nonsense\n${writeJobs('b')}` });
    expect(result.code).toBe(21);
    expect(readResults(result).map(({ ok, path, error }) => [ok, path, error?.message])).toEqual([
      [true, inHome('a.pdf'), undefined],
      [false, null, 'stdin:2:2: the line is not JSON'],
      [true, inHome('b.pdf'), undefined],
    ]);
    expect(files()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('are rendered again where other fonts are to count', async () => {
    jobs('a');
    await platen(['jobs.ndjson']);
    await platen(['jobs.ndjson', '--fonts', 'bundled', '--force']);
    await platen(['jobs.ndjson', '--fonts', 'bundled']);
    expect(batch.service.requests.map(({ body }) => JSON.parse(body).options)).toEqual([
      undefined,
      { fonts: 'bundled' },
    ]);
  });

  it('get the locale and the time zone of the flags unless they name their own', async () => {
    writeFileSync(
      inHome('own.ndjson'),
      `${JSON.stringify({ parts: { html: 'x' }, output: 'x.pdf', options: { timezone: 'UTC' } })}\n`,
    );
    await platen(['own.ndjson', '--locale', 'de-DE', '--timezone', 'Europe/Berlin']);
    expect(batch.service.requests.map(({ body }) => JSON.parse(body).options)).toEqual([
      { locale: 'de-DE', timezone: 'UTC' },
    ]);
  });

  it('fail for damage if the flag asks for it, unless they name their own reaction', async () => {
    const job = (output: string, options?: object) => JSON.stringify({ parts: { html: 'x' }, output, options });
    writeFileSync(inHome('own.ndjson'), `${job('x.pdf')}\n${job('y.pdf', { on_damage: 'warn' })}\n`);
    await platen(['own.ndjson', '-j', '1', '--on-damage', 'fail']);
    const options = batch.service.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ on_damage: 'fail' }, { on_damage: 'warn' }]);
  });

  it('have the page options of settings, unless they name their own or print nothing', async () => {
    const job = (output: string, part: object, options?: object) => JSON.stringify({ parts: part, output, options });
    const lines = [
      job('x.pdf', { html: 'x' }),
      job('y.pdf', { html: 'y' }, { page_size: 'A5' }),
      job('z.pdf', { pdf: 'JVBERi0=' }),
    ];
    writeFileSync(inHome('own.ndjson'), lines.join('\n'));
    writeFileSync(inHome('platen.config.yaml'), 'render: {size: Letter, margin: 20mm}\n');
    await platen(['own.ndjson', '-j', '1']);
    const options = batch.service.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ page_size: 'Letter', margin: '20mm' }, { page_size: 'A5', margin: '20mm' }, undefined]);
  });

  it('refuse a folder of fonts, which a service does not see', async () => {
    jobs('a');
    const refused = await platen(['jobs.ndjson', '--font-dir', '.']);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--font-dir is for renders without a service'),
    });
    expect(asked()).toEqual([]);
  });

  it('are remembered in the journal that is named', async () => {
    await platen(['-', '--journal', 'j'], { stdin: writeJobs('a', 'b') });
    const again = await platen(['-', '--journal', 'j'], { stdin: writeJobs('b', 'c') });
    expect([again.code, asked().sort()]).toEqual([0, ['a', 'b', 'c']]);
  });

  it('cannot overwrite each other', async () => {
    const { code, stdout } = await platen(['-', '-j', '2'], { stdin: writeJobs('a', 'a') });
    expect(code).toBe(21);
    expect(stdout).toMatch(/another job is writing a.pdf just now|a.pdf exists/);
  });

  it('are no API key', async () => {
    const { code, stderr } = await platen(['-', '--api-key-file', '-'], { stdin: writeJobs('a') });
    expect([code, stderr]).toEqual([2, expect.stringContaining('the jobs and --api-key-file cannot both read stdin')]);
  });

  it('need something piped in', async () => {
    expect((await platen(['-'])).code).toBe(2);
    expect((await platen(['-'], { stdin: '' })).stderr).toBe('There are no jobs\n');
  });
});

describe('rows and a template', () => {
  const id = '0193a5b2-6c1f-7c4e-9d0a-1f2e3d4c5b6a';
  const bodies = () => batch.service.requests.map(({ body }) => JSON.parse(body));
  const write = (name: string, text: string) => writeFileSync(inHome(name), text);

  it('make a PDF of each row of a spreadsheet, named by its fields', async () => {
    write('customers.csv', 'invoice_no;customer.name;customer.town\r\n2026-1;Ada;London\r\n2026-2;"Grace; H.";\r\n');
    const result = await platen(['customers.csv', '--template', id, '-o', 'out-{invoice_no}-{index}.pdf', '-j', '1']);
    expect([result.stderr, result.code]).toEqual([expect.stringMatching(/^Rendered 2 PDFs/), 0]);
    expect(bodies()).toEqual([
      { parts: { template: id, context: { invoice_no: '2026-1', customer: { name: 'Ada', town: 'London' } } } },
      { parts: { template: id, context: { invoice_no: '2026-2', customer: { name: 'Grace; H.', town: '' } } } },
    ]);
    expect(files()).toEqual(['customers.csv', 'customers.csv.journal', 'out-2026-1-1.pdf', 'out-2026-2-2.pdf']);
  });

  it.each([
    ['rows.json', '[\n  {"no": 1},\n  {"no": 2}\n]'],
    ['rows.ndjson', '{"no": 1}\n{"no": 2}\n'],
  ])('are read of %s', async (name, text) => {
    write(name, text);
    const result = await platen([name, '--template', id, '-o', '{no}.pdf', '-j', '1']);
    expect([result.code, result.stderr]).toEqual([0, expect.any(String)]);
    expect(bodies().map(({ parts }) => parts.context)).toEqual([{ no: 1 }, { no: 2 }]);
  });

  it.each([
    ['7', { id, revision: 7 }],
    ['live', { id, label: 'live' }],
  ])('fill the template at %s', async (choice, template) => {
    write('rows.csv', 'name\nAda\n');
    expect((await platen(['rows.csv', '--template', `${id}@${choice}`, '-o', '{name}.pdf'])).code).toBe(0);
    expect(bodies()).toEqual([{ parts: { template, context: { name: 'Ada' } } }]);
  });

  it('come from stdin with --csv', async () => {
    expect((await platen(['-', '--csv', '--template', id, '-o', '{name}.pdf'], { stdin: 'name\nAda\n' })).code).toBe(0);
    expect(files()).toEqual(['Ada.pdf']);
  });

  it.each([
    ['no,town\n1,x\n2\n', '{no}.pdf', 'rows.csv:3: the row has 1 value, but 2 columns'],
    ['no\na/b\n', '{no}.pdf', 'rows.csv:2: no has characters that no file name may have: a/b'],
    ['no\n""\n', '{no}.pdf', 'rows.csv:2: no is empty'],
    ['no\n..\n', '{no}.pdf', 'rows.csv:2: no has characters that no file name may have: ..'],
    ['no\n1\n', '{number}.pdf', 'rows.csv:2: -o names {number}, and the row has no such value'],
    ['no\n1\n1\n', '{no}.pdf', 'rows.csv:3: output 1.pdf is that of rows.csv:2 too'],
    ['a,a.b\n1,2\n', '{index}.pdf', 'rows.csv:1: the columns a and a.b cannot both be values'],
  ])('are all checked before anything is rendered: %j as %s', async (text, pattern, message) => {
    write('rows.csv', text);
    const result = await platen(['rows.csv', '--template', id, '-o', pattern]);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
    expect(batch.service.requests).toHaveLength(0);
  });

  it.each([
    [['rows.csv'], 'rows of CSV need a template'],
    [['rows.csv', '--template', id], '--template needs names for the PDFs'],
    [['rows.csv', '--template', id, '-o', 'all.pdf'], '-o all.pdf names one file, and each row makes a PDF'],
    [['rows.ndjson', '-o', '{index}.pdf'], '-o works only with --template or --form'],
    [['rows.csv', '--template', './no-folder', '-o', '{index}.pdf'], 'error: --template ./no-folder does not exist'],
  ])('are refused if flags contradict each other: %j', async (words, message) => {
    write('rows.csv', 'no\n1\n');
    write('rows.ndjson', '');
    const result = await platen(words);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('continue where an earlier run stopped, and end as it did', async () => {
    write('rows.csv', 'no\n1\n2\n3\n');
    const words = ['rows.csv', '--template', id, '-o', '{no}.pdf', '-j', '1'];
    batch.service.answer = (_request, response, number) =>
      number === 2 ? sendJson(response, 422, { code: 'invalid_request', detail: 'no' }) : sendPdf(response);
    const first = await platen(words);
    batch.service.answer = (_request, response) => sendJson(response, 422, { code: 'invalid_request', detail: 'no' });
    const second = await platen(words);
    expect([first.code, second.code]).toEqual([21, 21]);
    expect(batch.service.requests).toHaveLength(4);
    expect(files()).toEqual(['1.pdf', '2.pdf', 'rows.csv', 'rows.csv.journal']);
  });
});

describe('files in jobs', () => {
  const write = (name: string, text: string | Buffer) => writeFileSync(inHome(name), text);

  it('are read as sources of render pdf are', async () => {
    write('a.html', '<img src="a.svg">');
    write('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write('b.md', '# B');
    write('c.pdf', tinyPdf);
    const parts = [{ file: 'a.html', title: 'A' }, { file: 'b.md' }, { file: 'c.pdf' }, { html: 'd' }];
    write('jobs.ndjson', JSON.stringify({ output: 'all.pdf', parts }));
    expect((await platen(['jobs.ndjson'])).code).toBe(0);
    const base64 = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect(JSON.parse(batch.service.requests[0]?.body ?? '').parts).toEqual([
      {
        html: '<img src="a.svg">',
        assets: { 'a.svg': { type: 'image/svg+xml', base64 } },
        name: 'a.html',
        title: 'A',
      },
      { markdown: '# B', name: 'b.md' },
      { pdf: tinyPdf.toString('base64'), name: 'c.pdf' },
      { html: 'd' },
    ]);
  });

  it('may come from a larger folder with "root", and a template may be in the job', async () => {
    mkdirSync(inHome('pages'));
    write('a.css', 'p {}');
    write('pages/a.html', '<link rel="stylesheet" href="../a.css">');
    const parts = [
      { file: 'pages/a.html', root: '.' },
      { liquid: '{{ n }}', context: { n: 1 } },
    ];
    write('jobs.ndjson', JSON.stringify({ output: 'a.pdf', parts }));
    expect((await platen(['jobs.ndjson'])).code).toBe(0);
    const [first, second] = JSON.parse(batch.service.requests[0]?.body ?? '').parts;
    expect(Object.keys(first.assets)).toEqual(['a.css']);
    expect(second).toEqual({ liquid: '{{ n }}', context: { n: 1 } });
    write('jobs.ndjson', JSON.stringify({ output: 'b.pdf', parts: { file: 'pages/a.html' } }));
    const { stderr } = await platen(['jobs.ndjson']);
    expect(stderr).toContain('is outside of the folder of the document; "root" sets a larger folder');
  });

  it('render a job again after one of them has changed', async () => {
    write('a.html', 'one');
    write('jobs.ndjson', JSON.stringify({ output: 'a.pdf', parts: { file: 'a.html' } }));
    await platen(['jobs.ndjson']);
    await platen(['jobs.ndjson']);
    expect(batch.service.requests).toHaveLength(1);
    write('a.html', 'two');
    await platen(['jobs.ndjson', '--force']);
    expect(batch.service.requests).toHaveLength(2);
  });

  it.each([
    [{ file: 'none.html' }, 'jobs.ndjson:1: '],
    [{ file: 7 }, 'jobs.ndjson:1: "file" must be a path'],
    [{ file: 'https://a.example/' }, 'jobs.ndjson:1: https://a.example/ is not a file'],
    [{ template: { folder: '' } }, 'jobs.ndjson:1: "template": {"folder"} must be a path'],
    [{ template: { folder: 'none' } }, 'jobs.ndjson:1: '],
  ])('are refused with their line: %j', async (part, message) => {
    write('jobs.ndjson', JSON.stringify({ output: 'a.pdf', parts: part }));
    const result = await platen(['jobs.ndjson']);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
  });
});
