import { createHash } from 'node:crypto';
import type { Warning } from '../../contract/index.ts';
import type { RenderResult } from '../../engine/index.ts';
import type { Form } from './choose-form.ts';
import { formatDisposition } from './disposition.ts';

/** Most characters of `Platen-Warning-List`. */
const warningListLimit = 4096;

/** The most digits of the number of warnings that are left out. */
const restLength = 200;

/** The answer of a render, as headers and a body. */
interface RenderAnswer {
  headers: Record<string, string | number>;
  body: Buffer | object;
}

/** The answer in the form that the caller asked for. `title` becomes the file name of a PDF. */
export function answerRender(form: Form, result: RenderResult, title: string | undefined): RenderAnswer {
  return form === 'pdf' ? answerPdf(result, title) : { headers: {}, body: report(result) };
}

/** The PDF as the body, the rest of the result as headers. */
function answerPdf({ pdf, ...report }: RenderResult, title: string | undefined): RenderAnswer {
  const digest = createHash('sha256').update(pdf).digest('base64');
  const headers = {
    'content-type': 'application/pdf',
    'content-length': pdf.byteLength,
    'content-disposition': formatDisposition(title),
    ...describePdf({ ...report, digest }),
  };
  return { headers, body: viewBytes(pdf) };
}

/** What a PDF answer says of its render. `digest` is the SHA-256 in base64. */
export function describePdf({
  pages,
  warnings,
  timings,
  templates = [],
  digest,
}: Omit<RenderResult, 'pdf'> & { digest: string }): Record<string, string | number> {
  const timing = (name: string, ms: number) => `${name};dur=${ms}`;
  return {
    // RFC 9530, section 3.
    'repr-digest': `sha-256=:${digest}:`,
    'platen-pages': pages,
    'platen-warnings': warnings.length,
    ...(templates.length > 0 && {
      'platen-template-revision': templates.map(({ revision }) => revision).join(', '),
    }),
    // W3C Server Timing.
    'server-timing': [
      timing('queue', timings.queue_ms),
      timing('load', timings.load_ms),
      timing('print', timings.print_ms),
      timing('bind', timings.bind_ms),
    ].join(', '),
    ...(warnings.length > 0 && { 'platen-warning-list': listWarnings(warnings) }),
  };
}

/** The whole result as JSON. */
function report({ pdf, pages, warnings, timings, templates = [] }: RenderResult): object {
  const bytes = viewBytes(pdf);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const data = { pages, bytes: bytes.length, sha256, warnings, timings, templates, pdf: bytes.toString('base64') };
  return { data };
}

/**
 * Warnings as JSON in ASCII, because a header holds nothing else. If all do not fit, they go without `characters`, which `detail`
 * names as well; if that is too long too, the last one says how many are left out.
 */
function listWarnings(warnings: readonly Warning[]): string {
  const whole = warnings.map(writeWarning);
  if (fits(whole)) return join(whole);
  const short = warnings.map(({ characters: _, ...warning }) => writeWarning(warning));
  if (fits(short)) return join(short);
  let length = restLength;
  const count = short.findIndex((piece) => {
    length += piece.length + 1;
    return length > warningListLimit;
  });
  const detail = `Not listed here: ${short.length - count} more. An answer as JSON has all warnings.`;
  const rest = warnings.slice(count, count + 1).map(({ part, code }) => writeWarning({ part, code, detail }));
  return join([...short.slice(0, count), ...rest]);
}

function writeWarning({ part, code, detail, script, characters }: Warning): string {
  return JSON.stringify({ part, code, detail: detail.slice(0, 300), script, characters }).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const join = (pieces: readonly string[]) => `[${pieces.join(',')}]`;
const fits = (pieces: readonly string[]) => join(pieces).length <= warningListLimit;

function viewBytes(pdf: Uint8Array): Buffer {
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
