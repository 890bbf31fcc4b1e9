import type { PlannedSource } from './plan-source.ts';

/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)$/i;

/**
 * The default name of a PDF: that of its first source. Safe as a file name on every system, and never the name of a source
 * that is itself a PDF.
 */
export function nameOutput(source: PlannedSource): string {
  const isPdf = source.kind === 'file' && /\.pdf$/i.test(source.file);
  return `${nameSource(source)}${isPdf ? '-rendered' : ''}.pdf`;
}

/** The name of a source without folder and extension, safe as a part of a file name on every system. */
export function nameSource(source: PlannedSource): string {
  return makeSafe(stemOf(source));
}

function stemOf(source: PlannedSource): string {
  if (source.kind === 'stdin' || source.kind === 'inline') return 'document';
  if (source.kind === 'template') return source.id ?? source.slug ?? '';
  if (source.kind === 'address') return stemOfAddress(source.address);
  if (source.kind === 'template-folder') return lastName(source.folder) || 'template';
  return lastName(source.file).replace(/(?<=.)\.[^.]*$/, '');
}

function stemOfAddress(address: string): string {
  const { hostname, pathname } = new URL(address);
  const last = pathname.split('/').findLast((piece) => piece !== '');
  if (last === undefined) return hostname;
  try {
    return decodeURIComponent(last).replace(/(?<=.)\.(html?|xht(?:ml)?|php|aspx?|pdf)$/i, '');
  } catch {
    return last;
  }
}

function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((piece) => piece !== '' && piece !== '.' && piece !== '..') ?? '';
}

/** Removes what troubles file systems, shells or terminals; at most 200 bytes, because names end at 255. */
function makeSafe(stem: string): string {
  const clean = stem
    .slice(0, 1000)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
    .replace(/[<>:"/\\|?*]+/g, '-')
    .replace(/^[-.\s]+|[.\s]+$/g, '');
  const short = cutToBytes(clean, 200).trimEnd();
  if (short === '') return 'document';
  return reserved.test(short.split('.')[0] ?? '') ? `${short}-document` : short;
}

function cutToBytes(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > bytes) break;
    kept += character;
  }
  return kept;
}
