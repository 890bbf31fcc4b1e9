import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sendJson, sendPdf } from '../../../helpers/recording-server.ts';
import { readResults, useBatch, writeJobs } from './memory-batch.ts';

const batch = useBatch();
const { platen, inHome, files, jobs } = batch;

it.each<[string[], string, object?]>([
  [
    ['--dpi', '96'],
    '--dpi works only with --format',
    { why: 'without it each job makes a PDF', hint: 'add --format png' },
  ],
  [['--width', '96'], '--width works only with --format'],
  [['--transparent'], '--transparent works only with --format'],
  [
    ['--format', 'png', '--merge', '-o', 'x.pdf'],
    '--format and --merge cannot be used together',
    { why: '--merge makes one PDF, and --format makes images' },
  ],
  [['--format', 'png', '--template', 't', '-o', '{index}.jpg'], '-o {index}.jpg is not the name of a PNG file'],
  [['--title', 'T'], '--title works only with --merge', { why: 'it names the entries in the outline of one PDF' }],
  [
    ['--template', 't', '--form', 'f.pdf'],
    '--template and --form cannot be used together',
    { hint: 'leave one of them out' },
  ],
  [['--flatten'], '--flatten works only with --form', { hint: 'write "flatten": true into the part of a job' }],
  [
    ['--merge', '-o', 'x.pdf', '--title', 'T'],
    '--title works only with --template or --form',
    { why: 'a job names its entry by its "title" or "output"' },
  ],
  [['-o', 'x.pdf'], '-o works only with --template or --form', { why: 'without it each job names its "output"' }],
  [['--journal', '-'], '--journal needs a file'],
  [['--journal', ''], '--journal needs a file'],
  [['-j', '257'], '-j "257" is not a whole number from 1 to 256'],
])('a batch with %j is refused', async (words, message, more = {}) => {
  jobs('a');
  const { code, stdout, stderr } = await platen(['jobs.ndjson', '--json', ...words]);
  expect([code, stdout, batch.service.requests.length]).toEqual([2, '', 0]);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', message, ...more });
  expect(files()).toEqual(['jobs.ndjson']);
});

it('a batch without jobs ends well, with a note', async () => {
  writeFileSync(inHome('jobs.ndjson'), '\n');
  const { code, stdout, stderr } = await platen(['jobs.ndjson']);
  expect([code, stdout, stderr]).toEqual([0, '', 'There are no jobs\n']);
});

it.each([
  [['a'], /^Rendered 1 PDF in \d+\.\d s\n$/],
  [['a', 'b', 'c'], /^Rendered 3 PDFs in \d+\.\d s\n$/],
])('a batch of %j says how much it rendered', async (names, said) => {
  jobs(...names);
  expect((await platen(['jobs.ndjson'])).stderr).toMatch(said);
});

it('a later run says what was done before', async () => {
  jobs('a');
  await platen(['jobs.ndjson']);
  jobs('a', 'b');
  const path = inHome('jobs.ndjson.journal');
  expect((await platen(['jobs.ndjson'])).stderr).toMatch(
    new RegExp(`^1 of 2 are done already, by ${path}\\nRendered 1 PDF in \\d+\\.\\d s, 1 done before\\n$`),
  );
});

it('a damaged line of the journal is named, and its job is rendered again', async () => {
  jobs('a', 'b');
  await platen(['jobs.ndjson', '-j', '1']);
  const path = inHome('jobs.ndjson.journal');
  const [head = '', ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [head, '{"x', ...rest].join('\n'));
  const { stderr } = await platen(['jobs.ndjson']);
  expect(stderr).toContain(`1 line(s) of ${path} cannot be read; their jobs are rendered again`);
});

it.each<[string[], string, string[]]>([
  [[], 'jobs.ndjson.journal', ['a.pdf', 'jobs.ndjson', 'jobs.ndjson.journal']],
  [['--journal', 'done'], 'done', ['a.pdf', 'done', 'jobs.ndjson']],
])('the journal with %j is %s', async (words, _name, expected) => {
  jobs('a');
  expect((await platen(['jobs.ndjson', ...words])).code).toBe(0);
  expect(files()).toEqual(expected);
});

it('jobs of stdin have a journal only if it is named, and no total', async () => {
  const stdin = writeJobs('a', 'b');
  const first = await platen(['-'], { stdin });
  expect([first.code, files()]).toEqual([0, ['a.pdf', 'b.pdf']]);
  expect(first.stderr).toMatch(/^Rendered 2 PDFs in /);
  const again = await platen(['-', '--force', '--journal', 'done'], { stdin });
  expect(again.code).toBe(0);
  expect(readResults(await platen(['-', '--journal', 'done'], { stdin }))).toMatchObject([
    { skipped: true },
    { skipped: true },
  ]);
});

it.each<[string[], string]>([
  [[], 'fix them and run the same command again: what is done is not rendered twice'],
  [['--journal', 'done'], 'fix them and run the same command again: what is done is not rendered twice'],
])('a batch with failures and %j says how to go on', async (words, hint) => {
  batch.service.answer = ({ body }, response) =>
    body.includes('"b"') ? sendJson(response, 422, { code: 'template_error', detail: 'no' }) : sendPdf(response);
  jobs('a', 'b');
  const { code, stderr } = await platen(['jobs.ndjson', '--json', ...words]);
  expect(code).toBe(21);
  expect(JSON.parse(stderr).error).toMatchObject({ message: '1 of 2 jobs failed; 1 done', hint });
});

it('a batch of stdin with failures has no journal to go on with', async () => {
  batch.service.answer = ({ body }, response) =>
    body.includes('"b"') ? sendJson(response, 422, { code: 'template_error', detail: 'no' }) : sendPdf(response);
  const { code, stderr } = await platen(['-', '--json'], { stdin: writeJobs('a', 'b') });
  expect(code).toBe(21);
  expect(JSON.parse(stderr).error).toMatchObject({ hint: 'fix the failures and run it again' });
});
