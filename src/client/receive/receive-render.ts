import { pipeline, type Readable } from 'node:stream';
import type { Timings, Warning } from '../../contract/index.ts';
import { checkPdf, type PdfFacts, readDigest } from '../pdf-check.ts';
import { type Answer, readText } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import { firstValue } from '../transport.ts';
import { openBody, type Resume } from './open-body.ts';

/** The answer of a render: a PDF on its way, or whatever JSON another service sends instead (a link, an envelope). */
export type ReceivedRender = ReceivedPdf | { kind: 'json'; value: unknown };

/** A PDF on its way. The stream fails if the body is cut off or is no PDF; `facts` are there once it has ended. */
export interface ReceivedPdf extends ReceivedFile {
  kind: 'pdf';
}

/** What a render has made, on its way: a PDF, an image, or a ZIP archive of images. */
export interface ReceivedFile {
  kind: 'pdf' | 'images';
  /** The media type, such as "image/png". */
  type: string;
  stream: Readable;
  facts: () => PdfFacts;
  /** From Platen-Pages, or null if the service does not say. */
  pages: number | null;
  /** From Platen-Warnings and Platen-Warning-List; empty if the service does not say. */
  warnings: Warning[];
  /** From Server-Timing, or null. */
  timings: Timings | null;
  /** From Platen-Template-Revision: of each stored template among the parts. Empty if the service does not say. */
  templateRevisions: number[];
}

const pdfType = 'application/pdf';
const imageTypes = ['image/png', 'image/jpeg', 'application/zip'];
const longestJson = 256 * 1024 * 1024;

/** Hands the answer of a render to `receive`, checked by its media type. With `resume` the rest of a body that is cut is asked for. */
export async function receiveRender<T>(
  answer: Answer,
  url: URL,
  signal: AbortSignal,
  receive: (received: ReceivedRender) => Promise<T>,
  resume?: Resume,
): Promise<T> {
  const type = readType(answer);
  if (type === 'application/json' || type.endsWith('+json')) {
    return receive({ kind: 'json', value: await readJson(answer, url, signal) });
  }
  if (type !== pdfType && type !== 'application/octet-stream') {
    await answer.body.dump({ limit: 1024 });
    throw new ServiceError('unexpected_answer', `${url.origin} answered ${type || 'no media type'} instead of a PDF`, {
      status: answer.status,
    });
  }
  return takeFile(answer, url, signal, { kind: 'pdf', type: pdfType }, receive, resume);
}

/** Hands what a background render has made to `receive`. With `resume` the rest of a body that is cut is asked for. */
export async function receiveResult<T>(
  answer: Answer,
  url: URL,
  signal: AbortSignal,
  receive: (file: ReceivedFile) => Promise<T>,
  resume: Resume,
): Promise<T> {
  const type = readType(answer);
  if (type === pdfType) return takeFile(answer, url, signal, { kind: 'pdf', type }, receive, resume);
  if (imageTypes.includes(type)) return takeFile(answer, url, signal, { kind: 'images', type }, receive, resume);
  await answer.body.dump({ limit: 1024 });
  throw new ServiceError('unexpected_answer', `${url.origin} answered ${type || 'no media type'} instead of a result`, {
    status: answer.status,
  });
}

async function takeFile<T, Kind extends ReceivedFile['kind']>(
  answer: Answer,
  url: URL,
  signal: AbortSignal,
  named: { kind: Kind; type: string },
  receive: (received: ReceivedFile & { kind: Kind }) => Promise<T>,
  resume: Resume | undefined,
): Promise<T> {
  const length = firstValue(answer.headers['content-length']);
  const check = checkPdf({
    length: length === undefined ? undefined : Number(length),
    digest: readDigest(firstValue(answer.headers['repr-digest'])),
    isOther: named.kind !== 'pdf',
  });
  const body = openBody(answer, url, signal, resume);
  // A failure comes out of the stream itself, which its reader hands on.
  pipeline(body.read(), check.stream, () => {});
  // A generator that waits for the next bytes cannot be ended from outside, so the body is.
  check.stream.once('close', () => body.destroy());
  try {
    return await receive({ ...named, stream: check.stream, facts: check.facts, ...readReport(answer.headers) });
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** The PDF of an answer to a render. Throws `unexpected_answer` for JSON. */
export function requirePdf(received: ReceivedRender): ReceivedPdf {
  if (received.kind === 'pdf') return received;
  throw new ServiceError('unexpected_answer', 'the service answered JSON instead of a PDF');
}

function readType({ headers }: Answer): string {
  return (firstValue(headers['content-type']) ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function readJson(answer: Answer, url: URL, signal: AbortSignal): Promise<unknown> {
  const text = await readText(answer.body, longestJson, url, signal);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered JSON that cannot be read`, { cause });
  }
}

function readReport(
  headers: Answer['headers'],
): Pick<ReceivedPdf, 'pages' | 'warnings' | 'timings' | 'templateRevisions'> {
  const pages = Number(firstValue(headers['platen-pages']) ?? Number.NaN);
  return {
    pages: Number.isInteger(pages) ? pages : null,
    warnings: readWarnings(firstValue(headers['platen-warning-list'])),
    timings: readTimings(firstValue(headers['server-timing'])),
    templateRevisions: readRevisions(firstValue(headers['platen-template-revision'])),
  };
}

function readWarnings(header: string | undefined): Warning[] {
  try {
    const list: unknown = JSON.parse(header ?? '[]');
    return Array.isArray(list) ? list.filter((item) => typeof item?.detail === 'string') : [];
  } catch {
    return [];
  }
}

function readRevisions(header: string | undefined): number[] {
  const numbers = header?.split(',').map((text) => Number(text)) ?? [];
  return numbers.every((number) => Number.isSafeInteger(number) && number > 0) ? numbers : [];
}

/** Server-Timing (W3C) with the four stages of a render. */
function readTimings(header: string | undefined): Timings | null {
  const found = new Map<string, number>();
  for (const [, name = '', value] of (header ?? '').matchAll(/(\w+);dur=([\d.]+)/g)) found.set(name, Number(value));
  const stage = (name: string) => found.get(name) ?? 0;
  if (!found.has('load')) return null;
  return { queue_ms: stage('queue'), load_ms: stage('load'), print_ms: stage('print'), bind_ms: stage('bind') };
}
