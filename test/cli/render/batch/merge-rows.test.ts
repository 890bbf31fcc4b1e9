import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMergedOutput } from '../../../../src/cli/render/batch/merge-rows.ts';
import { readDocumentFacts } from '../../../../src/pdf/index.ts';
import { sendJson } from '../../../helpers/recording-server.ts';
import type { CliResult } from '../../../helpers/run-cli.ts';
import { type MemoryService, openMemoryService } from '../../commands/memory-service.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';

let service: MemoryService;

/** A PDF with a page for each letter of the job. */
const pdfOf = (body: string) => {
  const { html } = JSON.parse(body).parts;
  return drawnPdf([...html].map((letter) => ({ content: `BT /F1 12 Tf 20 100 Td (${letter}) Tj ET` })));
};

beforeEach(() => {
  const onlyRenders = { method: 'POST' };
  service = openMemoryService(({ body }, response) => {
    if (body.includes('bad')) return sendJson(response, 422, { code: 'template_error', detail: 'no' });
    const headers = { 'content-type': 'application/pdf', 'platen-pages': '1' };
    response.writeHead(200, headers).end(body.includes('odd') ? '%PDF-1.4\nodd\n%%EOF\n' : pdfOf(body));
  }, onlyRenders);
});

const inHome = (name: string) => join(service.folder, name);
const jobs = (...all: object[]) =>
  writeFileSync(inHome('jobs.ndjson'), all.map((job) => JSON.stringify(job)).join('\n'));
const job = (html: string, more: object = {}) => ({ parts: { html }, ...more });
const merge = (...words: string[]): Promise<CliResult> =>
  service.run(['render', 'batch', 'jobs.ndjson', '--merge', '-o', 'all.pdf', '-j', '1', ...words]);
const lines = ({ stdout }: CliResult) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
/** The titles of the outline. */
const titles = () => readDocumentFacts(readFileSync(inHome('all.pdf'))).outline.map(({ title }) => title);
const rest = () => readdirSync(service.folder).filter((name) => name !== 'jobs.ndjson' && !name.endsWith('journal'));

describe('one PDF of all jobs', () => {
  it('has the pages of each, in their order, under the title of each', async () => {
    jobs(job('ab', { title: 'First' }), job('c', { output: 'x/second.PDF' }), job('d', { id: 7 }), job('e'));
    const result = await merge();
    expect([result.code, rest()]).toEqual([0, ['all.pdf']]);
    expect(titles()).toEqual(['First', 'second', '7', '4']);
    expect(result.stderr).toMatch(/^Rendered 4 PDFs in .* s\nWrote all\.pdf \(5 pages, .*\)\n$/);
    expect(lines(result).map(({ index, path, pages }) => [index, path, pages])).toEqual([
      [0, null, 1],
      [1, null, 1],
      [2, null, 1],
      [3, null, 1],
      [4, inHome('all.pdf'), 5],
    ]);
    expect(lines(result).at(-1)).toMatchObject({ ok: true, skipped: false, id: null, warnings: [], error: null });
  });

  it('is not made again of the same jobs, and is made again of others', async () => {
    jobs(job('a'));
    await merge();
    const again = await merge();
    expect([again.code, again.stderr, service.requests.length]).toEqual([
      0,
      'all.pdf is up to date: an earlier run made it of the same jobs\n',
      1,
    ]);
    expect(lines(again)).toMatchObject([{ skipped: true, path: inHome('all.pdf'), ms: 0 }]);
    jobs(job('a', { title: 'New' }));
    expect((await merge()).code).toBe(0);
    expect(titles()).toEqual(['New']);
    writeFileSync(inHome('all.pdf'), 'of another program');
    expect((await merge()).code).toBe(6);
    expect((await merge('--force')).code).toBe(0);
    expect(titles()).toEqual(['New']);
  });

  it('waits for jobs that fail, and keeps those that are done', async () => {
    jobs(job('a'), job('bad'));
    const failed = await merge();
    expect(failed.code).toBe(21);
    expect(failed.stderr).toContain('; all.pdf is written when no job fails');
    expect([rest(), readdirSync(inHome('.all.pdf.rows'))]).toEqual([['.all.pdf.rows'], ['1.pdf']]);
    jobs(job('a'), job('b'));
    expect(lines(await merge()).map(({ skipped }) => skipped)).toEqual([true, false, false]);
    expect(rest()).toEqual(['all.pdf']);
  });

  it('names a job whose PDF cannot be merged', async () => {
    jobs(job('a'), job('odd'));
    const { code, stderr } = await merge();
    expect(code).not.toBe(0);
    expect([stderr, existsSync(inHome('all.pdf'))]).toEqual([
      expect.stringContaining('error: jobs.ndjson:2: the PDF cannot be merged: '),
      false,
    ]);
  });

  it('may have a new folder, and keeps what others put beside its parts', async () => {
    jobs(job('a'));
    mkdirSync(inHome('new/.all.pdf.rows'), { recursive: true });
    writeFileSync(inHome('new/.all.pdf.rows/mine'), '');
    expect((await merge('-o', 'new/all.pdf', '--mkdir')).code).toBe(0);
    expect(readdirSync(inHome('new/.all.pdf.rows'))).toEqual(['mine']);
    expect((await merge('-o', 'other/deep/all.pdf', '--mkdir')).code).toBe(0);
    expect(readdirSync(inHome('other/deep'))).toEqual(['all.pdf']);
    expect((await merge('-o', 'none/all.pdf')).stderr).toContain('there is no folder');
  });

  it('cannot be made of images', async () => {
    jobs(job('a', { image: { format: 'png' }, output: 'a.png' }));
    const { code, stderr } = await merge();
    expect([code, stderr]).toEqual([2, expect.stringContaining('jobs.ndjson:1: images cannot be merged to one PDF')]);
  });
});

it.each([
  [undefined, '--merge needs the file to write', 'name it: --merge -o all.pdf'],
  ['', '--merge needs the file to write', 'name it: --merge -o all.pdf'],
  ['-', '--merge needs the file to write', 'name it: --merge -o all.pdf'],
  ['{name}.pdf', '-o names one file with --merge', expect.stringContaining("--title '{name}'")],
])('one PDF is refused as %j', (output, message, fix) => {
  expect(() => openMergedOutput(output, '/')).toThrow(expect.objectContaining({ code: 'usage', message, fix }));
});

it.each(['{}.pdf', 'a.pdf'])('one PDF may be named %s', (output) => {
  const merged = openMergedOutput(output, '/x');
  expect([merged.shown, merged.pathOf(0)]).toEqual([output, `/x/.${output}.rows/1.pdf`]);
});
