import { decodeStream, type InflateBudget } from '../../objects/decode-stream.ts';
import { asArray, type PdfObject, PdfStream, resolve } from '../../objects/objects.ts';

/** Names of resources that Skia makes of the numbers of their objects, which differ in each PDF. */
const numbered = /\/([A-Z]+)\d+\b/g;

/** Whether two streams of our Chromium draw the same, as far as their own content goes. */
export function isSameDrawing(a: PdfObject, b: PdfObject, budget: InflateBudget): boolean {
  const [one, other] = [resolve(a), resolve(b)];
  if (!(one instanceof PdfStream && other instanceof PdfStream)) return false;
  const isPlaced = (key: string) => asArray(one.dict.get(key)).join() === asArray(other.dict.get(key)).join();
  if (!isPlaced('BBox') || !isPlaced('Matrix')) return false;
  return Buffer.compare(one.data, other.data) === 0 || readDrawing(one, budget) === readDrawing(other, budget);
}

function readDrawing(stream: PdfStream, budget: InflateBudget): string {
  return decodeStream(stream, budget).toString('latin1').replace(numbered, '/$1');
}
