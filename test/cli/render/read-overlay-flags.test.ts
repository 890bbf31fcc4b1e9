import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import type { OverlayFlags } from '../../../src/cli/render/overlay-flags.ts';
import { readOverlayFlags } from '../../../src/cli/render/read-overlay-flags.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-overlay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, bytes: string | Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const io = systemIo(() => {});
const read = (flags: OverlayFlags, warnings: string[] = []) =>
  readOverlayFlags(flags, {
    io,
    edges: {
      cwd: folder,
      platform: 'linux',
      stdin: io.stdin,
      renderTemplate: () => Promise.reject(new Error('no template')),
    },
    warn: ({ text }) => warnings.push(text),
  });

describe('the flags of overlays', () => {
  const stamp = buildPages(1);
  const file = write('stamp.pdf', stamp);

  it('draw underlays first, and both on the chosen pages', async () => {
    const overlays = await read({ overlay: [file], underlay: [file], overlayPages: 'first' });
    expect(overlays?.map(({ pdf, ...rest }) => [Buffer.from(pdf as Uint8Array).equals(stamp), rest])).toEqual([
      [true, { layer: 'under', pages: 'first' }],
      [true, { pages: 'first' }],
    ]);
  });

  it('read HTML with its files, and images', async () => {
    const logo = write('logo.png', 'not checked here');
    const letter = write('letter.html', '<img src="logo.png"><img src="none.png">');
    const warnings: string[] = [];
    const overlays = await read({ underlay: [letter], overlay: [logo] }, warnings);
    expect(overlays).toEqual([
      {
        html: expect.stringContaining('logo.png'),
        assets: { 'logo.png': { type: 'image/png', base64: expect.anything() } },
        layer: 'under',
      },
      { image: expect.anything() },
    ]);
    expect(warnings).toEqual([expect.stringContaining('none.png')]);
  });

  it('draw a watermark across the pages', async () => {
    expect(await read({ watermark: 'DRAFT', overlayPages: '2-' })).toEqual([
      { text: 'DRAFT', rotate: -45, opacity: 0.15, pages: '2-' },
    ]);
  });

  it('set the place of files, and the opacity of all', async () => {
    const overlays = await read({
      overlay: [file],
      watermark: 'COPY',
      overlayPosition: 'top-right',
      overlayOpacity: '0.5',
    });
    expect(overlays).toEqual([
      { pdf: expect.anything(), position: 'top-right', opacity: 0.5 },
      { text: 'COPY', rotate: -45, opacity: 0.5 },
    ]);
  });

  it('add nothing if they are not given', async () => {
    expect(await read({})).toBeUndefined();
  });

  it.each<[OverlayFlags, RegExp]>([
    [{ overlayPages: 'first' }, /--overlay-pages has no effect/],
    [{ overlayOpacity: '1' }, /--overlay-opacity has no effect/],
    [{ watermark: 'A', overlayPosition: 'top' }, /--overlay-position has no effect/],
    [{ watermark: 'A', overlayOpacity: '2' }, /--overlay-opacity/],
    [{ watermark: 'A', overlayOpacity: 'half' }, /--overlay-opacity/],
    [{ overlay: [file], overlayPages: 'second' }, /--overlay-pages: "second"/],
    [{ underlay: [write('letter.md', '# A')] }, /--underlay: .*letter\.md is not a PDF/],
    [{ overlay: [write('empty.html', ' ')] }, /empty\.html is empty/],
    [{ watermark: ' ' }, /--watermark needs one line/],
    [{ watermark: 'A\nB' }, /--watermark needs one line/],
    [{ overlay: [join(folder, 'none.pdf')] }, /none\.pdf/],
  ])('%j are refused', async (flags, message) => {
    await expect(read(flags)).rejects.toThrow(message);
  });
});
