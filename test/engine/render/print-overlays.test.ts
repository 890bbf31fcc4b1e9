import { describe, expect, it } from 'vitest';
import { printOverlays } from '../../../src/engine/render/print-overlays.ts';
import type { RenderJob } from '../../../src/engine/render/render-job.ts';
import type { RenderedParts } from '../../../src/engine/render/render-parts.ts';

const pdf = Buffer.from('%PDF').toString('base64');

/** How overlays of PDFs are drawn; nothing of them is printed. */
async function describeAll(...overlays: object[]) {
  const job = { request: { overlays: overlays.map((overlay) => ({ pdf, ...overlay })) } } as unknown as RenderJob;
  const { list, printMs } = await printOverlays({ job, pages: {} as never }, { list: [] } as unknown as RenderedParts);
  expect(printMs).toBeGreaterThanOrEqual(0);
  return list;
}

const usual = {
  layer: 'over',
  opacity: 1,
  rotate: 0,
  fit: 'page',
  align: [0.5, 0.5],
  pdfs: [Buffer.from('%PDF')],
  foreign: true,
};

describe('an overlay of a PDF', () => {
  it('is in the middle of the page, over it', async () => {
    expect(await describeAll({})).toEqual([usual]);
  });

  it('has what the request says', async () => {
    const given = { layer: 'under', opacity: 0.5, rotate: 90, fit: 'scale-down', pages: 'odd' };
    expect(await describeAll(given, { signature_field: 'f' })).toEqual([
      { ...usual, ...given },
      { ...usual, signatureField: 'f' },
    ]);
  });

  it.each([
    ['center', 0.5, 0.5],
    ['top-left', 0, 0],
    ['top', 0.5, 0],
    ['top-right', 1, 0],
    ['left', 0, 0.5],
    ['right', 1, 0.5],
    ['bottom-left', 0, 1],
    ['bottom', 0.5, 1],
    ['bottom-right', 1, 1],
  ])('is at the %s', async (position, across, down) => {
    expect((await describeAll({ position }))[0]?.align).toEqual([across, down]);
  });

  it('is in an area, in points', async () => {
    const position = { x: '1in', y: '2in', width: '72pt', height: '0.5in' };
    expect(await describeAll({ position })).toEqual([{ ...usual, area: { x: 72, y: 144, width: 72, height: 36 } }]);
  });

  it('with a field for a signature is over the page', async () => {
    const detail = 'cannot be combined with signature_field: fields are above the page';
    await expect(describeAll({}, { layer: 'under', signature_field: 'f' })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/overlays/1/layer', detail }],
    });
  });
});

it('nothing is drawn for a request without overlays', async () => {
  const { list } = await printOverlays({ job: { request: {} } as RenderJob, pages: {} as never }, {
    list: [],
  } as never);
  expect(list).toEqual([]);
});
