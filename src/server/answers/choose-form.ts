import { RequestError } from './problems.ts';

/** The forms of a render's answer. */
export type Form = 'pdf' | 'json';

const types: Record<Form, string> = { pdf: 'application/pdf', json: 'application/json' };

/**
 * The form of the answer by the Accept header: the PDF if both are equal. Throws `not_acceptable` if the caller accepts neither.
 */
export function chooseForm(accept: string | undefined): Form {
  const [best] = rankTypes(accept, Object.values(types));
  if (best === undefined) throw new RequestError('not_acceptable', `a render answers ${types.pdf} or ${types.json}`);
  return best === types.pdf ? 'pdf' : 'json';
}

/** Those of the media types that an Accept header accepts (RFC 9110, section 12.5.1), the best first; equals keep their order. */
export function rankTypes(accept: string | undefined, offered: readonly string[]): string[] {
  if (accept === undefined || accept.trim() === '') return [...offered];
  const ranges = accept.split(',').map(readRange);
  const ranked = offered.map((type) => ({ type, quality: qualityOf(type, ranges) }));
  return ranked
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ type }) => type);
}

type Range = { type: string; quality: number };

function readRange(range: string): Range {
  const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const quality = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return { type, quality };
}

/** The quality of the most specific range that matches a media type. */
function qualityOf(offered: string, ranges: Range[]): number {
  for (const type of [offered, offered.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.filter((range) => range.type === type);
    if (found.length > 0) return Math.max(...found.map((range) => range.quality));
  }
  return 0;
}
