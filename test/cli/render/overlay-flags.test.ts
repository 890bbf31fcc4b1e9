import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { type OverlayFlags, readOverlayFlags } from '../../../src/cli/render/overlay-flags.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-overlay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, bytes: string | Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const read = (flags: OverlayFlags) =>
  readOverlayFlags(
    flags,
    systemIo(() => {}),
  );

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

  it('add nothing if they are not given', async () => {
    expect(await read({})).toBeUndefined();
  });

  it.each<[OverlayFlags, RegExp]>([
    [{ overlayPages: 'first' }, /--overlay-pages has no effect/],
    [{ overlay: [file], overlayPages: 'second' }, /--overlay-pages: "second"/],
    [{ underlay: [write('letter.html', '<p>')] }, /--underlay: .*letter\.html is not a PDF/],
    [{ overlay: [join(folder, 'none.pdf')] }, /none\.pdf/],
  ])('%j are refused', async (flags, message) => {
    await expect(read(flags)).rejects.toThrow(message);
  });
});
