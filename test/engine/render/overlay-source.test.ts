import { describe, expect, test } from 'vitest';
import type { PageOverlay } from '../../../src/contract/index.ts';
import { buildOverlaySource, chooseFit, refuseImage } from '../../../src/engine/render/overlay-source.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const build = (overlay: object) => buildOverlaySource(overlay as PageOverlay, 1);
const area = { x: '0', y: '0', width: '1in', height: '1in' };

describe('an overlay', () => {
  test.each([
    [undefined, false, true],
    ['center', true, true],
    [area, false, false],
  ])('of HTML at %j is cropped: %s, depends on the pages below: %s', (position, isCropped, wantsPages) => {
    expect(build({ html: 'x', assets: {}, position })).toEqual({ html: 'x', assets: {}, isCropped, wantsPages });
  });

  test.each([
    ['in a corner', { position: 'top-left' }, '10mm'],
    ['in a corner of the whole page', { position: 'top-left', fit: 'page' }, '0.2em'],
    ['in an area', { position: area }, '0.2em'],
    ['that covers the page', {}, '0.2em'],
  ])('of text %s keeps its distance', (_, given, padding) => {
    expect(build({ text: 'a<b>&"', ...given })).toEqual({
      html: `<!doctype html><div style="white-space: pre; font: bold 24pt/1.2 sans-serif; padding: ${padding}">a&#60;b>&#38;"</div>`,
      isCropped: true,
      wantsPages: false,
    });
  });

  test('of an image shows it in its size, up to 10,000 px', () => {
    expect(build({ image: png })).toEqual({
      html: '<!doctype html><img src="image" style="display: block; max-width: 10000px; max-height: 10000px">',
      assets: { image: { type: 'image/png', base64: png } },
      isCropped: true,
      wantsPages: false,
    });
    expect(() => build({ image: Buffer.from('text').toString('base64') })).toThrow(
      'overlay 2: the file is no JPEG, PNG, WebP, AVIF, GIF or SVG image.',
    );
  });

  test('of a PDF is printed by nothing', () => {
    expect(build({ pdf: 'x' })).toBeUndefined();
  });

  test('with an image that cannot be drawn names it', () => {
    expect(refuseImage(1, 'it is broken')).toMatchObject({
      code: 'invalid_request',
      message: 'overlay 2: it is broken.',
      errors: [{ pointer: '/overlays/1/image', detail: 'it is broken' }],
    });
  });
});

test.each([
  [{ fit: 'stretch', position: 'center' }, 'stretch'],
  [{ html: 'x', position: 'center' }, 'scale-down'],
  [{ html: 'x', position: area }, 'page'],
  [{ html: 'x' }, 'page'],
  [{ pdf: 'x', position: 'center' }, 'page'],
])('an overlay of %j is scaled: %s', (overlay, fit) => {
  expect(chooseFit(overlay as PageOverlay)).toBe(fit);
});
