import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openMerger } from '../../../src/engine/merging/merger.ts';
import { type MergeOptions, type MergePart, mergePdfs } from '../../../src/pdf/index.ts';
import { buildPages, buildPdf } from '../../pdf/build-pdf.ts';
import { openPdf, readTexts } from '../../pdf/read-pdf.ts';
import { checkPdf, runQpdf } from '../../pdf/run-qpdf.ts';

const options: MergeOptions = { outline: true, producer: 'platen' };
const never = new AbortController().signal;
const merger = openMerger({ heapMegabytes: 96 });
afterAll(() => merger.close());

const own = (pdf: Uint8Array): MergePart => ({ pdf, foreign: false });
const user = (pdf: Uint8Array, more: Partial<MergePart> = {}): MergePart => ({ pdf, foreign: true, ...more });
const templates = { dict: '', data: Buffer.alloc(300_000, 'x') };
const large = buildPages(2, { catalog: '/Lang (en)', more: [templates], page: () => '/Thumb 8 0 R' });

async function encrypt(pdf: Uint8Array, password: string): Promise<Buffer> {
  const { out } = await runQpdf(pdf, ['--encrypt', password, 'owner', '256', '--', '/in.pdf', '/out.pdf']);
  return out as Buffer;
}

describe('documents of ours', () => {
  it('come out the same, merged at once or in a thread', async () => {
    const small = [own(buildPages(1))];
    expect((await merger.open().merge(small, options, never)).pdf).toEqual(mergePdfs(small, options).pdf);
    const { pdf, pages } = await merger.open().merge([own(large)], options, never);
    expect(pages).toBe(2);
    expect(Buffer.compare(pdf, mergePdfs([own(large)], options).pdf)).toBe(0);
  });

  it('may be moved to a thread, the same one twice too, and are then empty', async () => {
    const pdf = new Uint8Array(large);
    const parts = [own(pdf), own(pdf)];
    const expected = mergePdfs([own(large), own(large)], options);
    const merged = await merger.open().merge(parts, { ...options, consume: true }, never);
    expect(Buffer.from(merged.pdf).equals(expected.pdf)).toBe(true);
    expect(pdf.byteLength).toBe(0);
    // A view into larger memory is copied, not moved.
    const view = new Uint8Array(large.length + 9).subarray(9);
    view.set(large);
    await merger.open().merge([own(view)], { ...options, consume: true }, never);
    expect(Buffer.from(view).equals(large)).toBe(true);
  });

  it('may be many at a time', async () => {
    const jobs = Array.from({ length: 5 }, () => merger.open().merge([own(large)], options, never));
    expect((await Promise.all(jobs)).map(({ pages }) => pages)).toEqual([2, 2, 2, 2, 2]);
  });

  it('are refused with the part in a thread too', async () => {
    const parts = [own(large), own(Buffer.from('hello'))];
    await expect(merger.open().merge(parts, options, never)).rejects.toMatchObject({ code: 'pdf_invalid', part: 1 });
  });
});

/** 300 MB of zeroes, packed: more than the streams of a file may unfold to. */
const bomb = deflateSync(Buffer.alloc(300_000_000), { level: 1 });
/** A cross-reference that takes its time to unpack. */
const endless = buildXrefStream('/Type /XRef /Size 90000000 /W [1 2 1] /Root 2 0 R /Filter /FlateDecode', bomb);

describe('PDFs of users', () => {
  it('are opened without a password where they need none', async () => {
    const { pdf } = await merger.open().merge([user(await encrypt(buildPages(2), ''))], options, never);
    expect(await readTexts(await openPdf(pdf))).toEqual(['Page 1', 'Page 2']);
    expect(await checkPdf(pdf)).toBe('');
  });

  it('are repaired where their cross-reference is damaged', async () => {
    const damaged = Buffer.from(buildPages(2).toString('latin1').replace('%PDF-1.7', '%PDF-1.7\n%longer'), 'latin1');
    const { pdf } = await merger.open().merge([user(buildPages(1)), user(damaged)], options, never);
    expect(await readTexts(await openPdf(pdf))).toEqual(['Page 1', 'Page 1', 'Page 2']);
    expect(await checkPdf(pdf)).toBe('');
  });

  it('are refused where they need a password, or were cut off', async () => {
    const locked = await encrypt(buildPages(1), 'secret');
    const refused = merger.open().merge([own(buildPages(1)), user(locked)], options, never);
    await expect(refused).rejects.toMatchObject({ code: 'pdf_invalid', part: 1, message: 'The PDF needs a password.' });
    const cut = user(buildPages(9).subarray(0, 900));
    await expect(merger.open().merge([cut], options, never)).rejects.toMatchObject({ code: 'pdf_invalid', part: 0 });
  });

  const page = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R>>';
  it.each<[string, Uint8Array]>([
    ['a ring of pages', buildPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [2 0 R]>>'])],
    ['a cross-reference that unpacks without end', endless],
    ['more objects than memory', buildPages(1, { more: [`[${'<<>>'.repeat(1_000_000)}]`], page: () => '/VP 6 0 R' })],
  ])('are refused with %s', async (_, pdf) => {
    await expect(merger.open().merge([user(pdf)], options, never)).rejects.toMatchObject({
      code: 'pdf_invalid',
      part: 0,
    });
  });

  it('are not unpacked without need', async () => {
    const content = { dict: '/Filter /FlateDecode', data: bomb };
    const pdf = buildPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [3 0 R]>>', page, content]);
    expect((await merger.open().merge([user(pdf)], options, never)).pages).toBe(1);
  });
});

describe('giving up', () => {
  const slow = user(endless);

  it('ends the process with the signal, at once', async () => {
    const before = listChildren();
    const work = merger.open().merge([slow], options, AbortSignal.timeout(150));
    await expect(work).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(listChildren()).toEqual(before);
  });

  it('ends the thread with the signal, and takes the next job', async () => {
    const abort = new AbortController();
    const work = merger.open().merge([own(slow.pdf)], options, abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 100);
    await expect(work).rejects.toThrow('enough');
    expect((await merger.open().merge([own(large)], options, never)).pages).toBe(2);
  });

  it('starts nothing where the signal has already aborted', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(merger.open().merge([user(buildPages(1))], options, gone)).rejects.toThrow('gone');
    await expect(merger.open().merge([own(buildPages(1))], options, gone)).rejects.toThrow('gone');
  });

  it('ends all work when it is closed', async () => {
    const other = openMerger();
    const work = [other.open().merge([slow], options, never), other.open().merge([own(slow.pdf)], options, never)];
    const ends = Promise.allSettled(work);
    await other.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(other.open().merge([user(buildPages(1))], options, never)).rejects.toThrow('closed');
  });
});

describe.runIf(process.platform === 'linux')('the process for the PDFs of a render', () => {
  const job = [user(buildPages(1))];
  const openCounted = () => {
    const before = listChildren();
    const render = merger.open();
    return { render, listNew: () => listChildren().filter((id) => !before.includes(id)) };
  };

  it('is one for all its merges, there before the first of them, and ends with it', async () => {
    const { render, listNew } = openCounted();
    render.expectForeign();
    const started = listNew();
    expect(started).toHaveLength(1);
    await render.merge(job, options, never);
    await expect(render.merge([user(Buffer.from('no PDF'))], options, never)).rejects.toMatchObject({ part: 0 });
    await render.merge(job, options, never);
    expect(listNew()).toEqual(started);
    render.end();
    await vi.waitFor(() => expect(listNew()).toEqual([]));
  });

  it('is replaced where it was killed while it waited', async () => {
    const { render, listNew } = openCounted();
    await render.merge(job, options, never);
    const [killed] = listNew();
    process.kill(Number(killed), 'SIGKILL');
    expect((await render.merge(job, options, never)).pages).toBe(1);
    expect(listNew()).not.toContain(killed);
    render.end();
  });
});

/** Builds a PDF that holds only a cross-reference stream. */
function buildXrefStream(dict: string, data: Buffer): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<<${dict} /Length ${data.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF')]);
}

/** The child processes of this process. */
function listChildren(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(readFileSync(`/proc/${id}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
}
