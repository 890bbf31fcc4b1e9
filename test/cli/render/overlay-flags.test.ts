import { expect, it } from 'vitest';
import { type OverlayFlags, printsOverlays } from '../../../src/cli/render/overlay-flags.ts';

it.each<[OverlayFlags, (string | undefined)[], boolean]>([
  [{}, [], false],
  [{}, [undefined], false],
  [{ overlay: ['stamp.pdf'], underlay: ['paper.pdf'] }, ['more.pdf'], false],
  [{ overlay: ['stamp.pdf', 'stamp.html'] }, [], true],
  [{ underlay: ['paper.PNG'] }, [], true],
  [{ watermark: '' }, [], true],
  [{ overlay: ['stamp.pdf'] }, [undefined, 'seal.svg'], true],
])('a browser prints overlays of HTML, images and text, but not PDFs: %o, %o', (flags, more, isPrinted) => {
  expect(printsOverlays(flags, ...more)).toBe(isPrinted);
});
