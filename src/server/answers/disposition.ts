/** Most characters of a file name without its ending. */
const nameLimit = 100;

/** The endings of files by their media type. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
};

/**
 * A Content-Disposition (RFC 6266) with a file name made from a title: without separators, quotes, controls and bidi marks, and
 * at most 105 characters long. `type` is the media type of the file. "document.pdf" if nothing is left of the title.
 */
export function formatDisposition(title: string | undefined, type = 'application/pdf'): string {
  const clean = (title ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/["\\/:*?<>|%;]/g, '-')
    .replace(/\.pdf$/i, '');
  const cut = [...clean].slice(0, nameLimit).join('');
  const name = `${trim(cut) || 'document'}.${endings[type]}`;
  const plain = name.replace(/[^\x20-\x7e]/gu, '_');
  if (plain === name) return `inline; filename="${name}"`;
  return `inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()]/g, encodeByte)}`;
}

/** Cuts leading dots, which hide a file, and what Windows drops at the end of a name. */
function trim(text: string): string {
  return text.replace(/^[. -]+/, '').replace(/[. -]+$/, '');
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
