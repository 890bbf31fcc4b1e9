import { RequestError } from './problems.ts';

/** The forms of a render's answer. */
export type Form = 'pdf' | 'json';

const types: Record<Form, string> = { pdf: 'application/pdf', json: 'application/json' };

/**
 * The form of the answer by the Accept header (RFC 9110, section 12.5.1): the form of higher quality, the PDF if both are
 * equal. Throws `not_acceptable` if the caller accepts neither.
 */
export function chooseForm(accept: string | undefined): Form {
  if (accept === undefined || accept.trim() === '') return 'pdf';
  const ranges = accept.split(',').map(readRange);
  const [pdf, json] = [qualityOf('pdf', ranges), qualityOf('json', ranges)];
  if (pdf === 0 && json === 0) {
    throw new RequestError('not_acceptable', `a render answers ${types.pdf} or ${types.json}`);
  }
  return pdf >= json ? 'pdf' : 'json';
}

type Range = { type: string; quality: number };

function readRange(range: string): Range {
  const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const quality = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return { type, quality };
}

/** The quality of the most specific range that matches the form. */
function qualityOf(form: Form, ranges: Range[]): number {
  for (const type of [types[form], 'application/*', '*/*']) {
    const found = ranges.filter((range) => range.type === type);
    if (found.length > 0) return Math.max(...found.map((range) => range.quality));
  }
  return 0;
}
