import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPainter, type PdfPainter } from '../../../src/cli/pictures/draw-pdf.ts';
import { drawnPdf } from './drawn-pdf.ts';

let painter: PdfPainter;
beforeAll(async () => {
  painter = await openPainter();
});
afterAll(() => painter.close());

/** Two pages; the left half of the first is red. */
const pdf = drawnPdf([
  { width: 72, height: 36, content: '1 0 0 rg 0 0 36 36 re f' },
  { width: 36, height: 72, content: 'BT /F1 12 Tf 2 40 Td (Two) Tj ET' },
]);
const draw = async (...given: Parameters<PdfPainter['draw']> extends [unknown, ...infer Rest] ? Rest : never) => {
  const pictures = [];
  for await (const picture of painter.draw(pdf, ...given)) pictures.push(picture);
  return pictures;
};
const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height];

describe('the pages of a PDF', () => {
  it('are drawn in order, at 96 dots per inch', async () => {
    const pictures = await draw();
    expect(pictures.map(sizeOf)).toEqual([
      [96, 48],
      [48, 96],
    ]);
    const pixel = (x: number) => [...(pictures[0]?.data.subarray((24 * 96 + x) * 4, (24 * 96 + x) * 4 + 4) ?? [])];
    expect([pixel(10), pixel(90)]).toEqual([
      [255, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
  });

  it('may have a transparent background', async () => {
    const [first] = await draw(() => undefined, true);
    expect([...(first?.data.subarray((24 * 96 + 90) * 4, (24 * 96 + 90) * 4 + 4) ?? [])][3]).toBe(0);
  });

  it.each([
    [{ width: 144, height: 72 }, [144, 72]],
    [{ width: 144, height: 74 }, [144, 74]],
    [{ width: 144, height: 75 }, [96, 48]],
    [{ width: 144, height: 70 }, [144, 70]],
    [{ width: 144, height: 69 }, [96, 48]],
  ])('are drawn in the size %j if their shape fits: %j', async (size, drawn) => {
    const pictures = await draw((page) => (page === 1 ? size : undefined));
    expect(pictures.map(sizeOf)).toEqual([drawn, [48, 96]]);
  });

  it('are drawn one by one in the size that is asked for', async () => {
    expect(sizeOf(await painter.drawPage(pdf, 1, { width: 30, height: 20 }))).toEqual([30, 20]);
    const { data } = await painter.drawPage(pdf, 2, { width: 36, height: 72 });
    expect(data.some((value) => value < 128)).toBe(true);
  });

  it('are measured in points', async () => {
    expect(await painter.measure(pdf)).toEqual([
      { width: 72, height: 36 },
      { width: 36, height: 72 },
    ]);
  });

  it('are read as texts', async () => {
    expect(await painter.readTexts(pdf)).toEqual(['', 'Two']);
  });
});

it('a PDF that cannot be read is an error', async () => {
  const broken = Buffer.from('no PDF');
  await expect(painter.measure(broken)).rejects.toThrow();
  await expect(painter.readTexts(broken)).rejects.toThrow();
  await expect(painter.drawPage(broken, 1, { width: 1, height: 1 })).rejects.toThrow();
});
