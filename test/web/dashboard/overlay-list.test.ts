import { describe, expect, it } from 'vitest';
import {
  listOverlays,
  nameFile,
  noOverlays,
  readTriedFile,
  writeOverlayFlags,
} from '../../../src/web/dashboard/template-editor/overlays/overlay-list.ts';

const file = { name: "Ada's paper.pdf", kind: 'pdf' as const, data: 'JVBERi0=' };

describe('overlays that are tried with a template', () => {
  it('begin as an empty list', () => {
    expect(noOverlays).toEqual({ watermark: '', isUnder: true });
    expect(listOverlays(noOverlays)).toEqual([]);
    expect(writeOverlayFlags(noOverlays)).toEqual([]);
    expect(writeOverlayFlags({ ...noOverlays, pages: 'first' })).toEqual([]);
  });

  it('are a watermark as the command writes it, and a file under or over the pages', () => {
    const tried = { watermark: ' DRAFT ', file, isUnder: true, pages: 'first' };
    expect(listOverlays(tried)).toEqual([
      { pdf: 'JVBERi0=', layer: 'under', pages: 'first' },
      { text: 'DRAFT', rotate: -45, opacity: 0.15, pages: 'first' },
    ]);
    expect(listOverlays({ ...tried, watermark: '', isUnder: false, pages: undefined }, nameFile)).toStrictEqual([
      { pdf: "<base64 of Ada's paper.pdf>" },
    ]);
  });

  it('are flags that a shell reads', () => {
    expect(writeOverlayFlags({ watermark: 'DRAFT', file, isUnder: true, pages: '2-' })).toEqual([
      "--underlay 'Ada'\\''s paper.pdf'",
      '--watermark DRAFT',
      '--overlay-pages 2-',
    ]);
    expect(writeOverlayFlags({ watermark: 'Not final', isUnder: false })).toEqual(["--watermark 'Not final'"]);
    const over = { watermark: '', file: { ...file, name: 'a.html' }, isUnder: false, pages: 'last' };
    expect(writeOverlayFlags(over)).toEqual(['--overlay a.html', '--overlay-pages last']);
  });
});

describe('the file of an overlay', () => {
  it.each([
    ['html', '<content of a>'],
    ['pdf', '<base64 of a>'],
    ['image', '<base64 of a>'],
  ] as const)('of the kind %s has the name %s in lines of code', (kind, words) => {
    expect(nameFile({ name: 'a', kind, data: 'x' })).toBe(words);
  });

  it('is read by its name', async () => {
    expect(await readTriedFile(new File(['<p>a'], 'a.HTML'))).toEqual({ name: 'a.HTML', kind: 'html', data: '<p>a' });
    expect(await readTriedFile(new File(['%PDF-'], 'a.pdf'))).toMatchObject({ kind: 'pdf', data: 'JVBERi0=' });
    const bytes = Buffer.alloc(100_000, 7);
    const { kind, data } = await readTriedFile(new File([bytes], 'a.png'));
    expect([kind, Buffer.compare(Buffer.from(data, 'base64'), bytes)]).toEqual(['image', 0]);
  });

  it('is refused if it cannot be drawn', async () => {
    await expect(readTriedFile(new File([''], 'a.docx'))).rejects.toThrow('a.docx is no HTML, PDF or image.');
  });
});
