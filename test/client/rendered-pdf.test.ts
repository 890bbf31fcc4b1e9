import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createRenderedPdf } from '../../src/client/rendered-pdf.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-rendered-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const facts = { bytes: 4, sha256: 'ab' };

/** A PDF of this body, whose errors get a prefix. */
function open(stream: Readable = Readable.from([Buffer.from('%P'), Buffer.from('DF')])) {
  const received = {
    kind: 'pdf',
    pages: 2,
    warnings: [],
    timings: null,
    templateRevisions: [7],
    facts: () => facts,
    stream,
  };
  const explain = (error: unknown) => new Error(`explained: ${(error as Error).message}`);
  return { pdf: createRenderedPdf(received as never, explain), stream };
}

/** A body that ends with an error after its first bytes. */
const cut = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('%P');
      throw new Error('cut');
    })(),
  );

describe('a rendered PDF', () => {
  it('has its facts and its bytes', async () => {
    const { pdf } = open();
    expect(pdf).toMatchObject({ pages: 2, warnings: [], timings: null, templateRevisions: [7] });
    expect(Buffer.from(await pdf.bytes()).toString()).toBe('%PDF');
  });

  it('is a stream, or a file that appears whole', async () => {
    expect((await buffer(open().pdf.stream())).toString()).toBe('%PDF');
    expect(await open().pdf.save(join(folder, 'a.pdf'))).toEqual(facts);
    expect([readdirSync(folder), readFileSync(join(folder, 'a.pdf'), 'utf8')]).toEqual([['a.pdf'], '%PDF']);
  });

  it('is read once', async () => {
    const { pdf } = open();
    await pdf.bytes();
    const gone = { code: 'result_gone', message: 'this PDF was read already; its body is there once' };
    await expect(pdf.bytes()).rejects.toMatchObject(gone);
    expect(() => pdf.stream()).toThrow(expect.objectContaining(gone));
    await expect(pdf.save(join(folder, 'a.pdf'))).rejects.toMatchObject(gone);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be dropped, by the end of its scope too', async () => {
    const { pdf, stream } = open();
    await pdf.dump();
    expect(stream.destroyed).toBe(true);
    await expect(pdf.bytes()).rejects.toMatchObject({ code: 'result_gone' });
    const scoped = open();
    await scoped.pdf[Symbol.asyncDispose]();
    expect(scoped.stream.destroyed).toBe(true);
  });

  it('explains why its body broke off, and leaves no file', async () => {
    await expect(open(cut()).pdf.bytes()).rejects.toThrow('explained: cut');
    await expect(open(cut()).pdf.save(join(folder, 'a.pdf'))).rejects.toThrow('explained: cut');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['', 7, undefined, 'a\0b'])('is saved to no path such as %j, and can be saved elsewhere', async (path) => {
    const { pdf } = open();
    await expect(pdf.save(path as string)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await pdf.save(join(folder, 'a.pdf'))).toEqual(facts);
  });

  it('is saved to no folder, and can be saved elsewhere', async () => {
    const { pdf } = open();
    mkdirSync(join(folder, 'dir'));
    symlinkSync(join(folder, 'dir'), join(folder, 'link'));
    for (const path of [folder, `${folder}/`, `${join(folder, 'new')}/`, join(folder, 'link')]) {
      await expect(pdf.save(path)).rejects.toMatchObject({ code: 'io_failed', message: `${path} is a folder` });
    }
    await expect(pdf.save('/dev/null')).rejects.toMatchObject({
      ...{ code: 'io_failed', message: '/dev/null is no file that can be replaced' },
    });
    const missing = join(folder, 'no/a.pdf');
    await expect(pdf.save(missing)).rejects.toMatchObject({ message: `cannot write ${missing} (ENOENT)` });
    writeFileSync(join(folder, 'file'), '');
    const inFile = join(folder, 'file/a.pdf');
    await expect(pdf.save(inFile)).rejects.toMatchObject({ message: `cannot write ${inFile} (ENOTDIR)` });
    expect(await pdf.save(join(folder, 'a.pdf'))).toEqual(facts);
    expect(readdirSync(folder).sort()).toEqual(['a.pdf', 'dir', 'file', 'link']);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the permissions of a file that it replaces, and the link to it',
    async () => {
      const path = join(folder, 'a.pdf');
      writeFileSync(path, 'old');
      chmodSync(path, 0o604);
      symlinkSync(path, join(folder, 'link'));
      await open().pdf.save(join(folder, 'link'));
      expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['%PDF', 0o604]);
      expect(readdirSync(folder).sort()).toEqual(['a.pdf', 'link']);
    },
  );
});
