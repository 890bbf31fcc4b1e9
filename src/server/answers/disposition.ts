/** Characters of a file name, its ending left out. */
const longest = 100;

/**
 * A Content-Disposition (RFC 6266) with a file name made from a title: no separators, quotes, controls or bidi marks, at
 * most 104 characters; "document.pdf" where nothing is left.
 */
export function formatDisposition(title: string | undefined): string {
  const clean = (title ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/["\\/:*?<>|%;]/g, '-')
    .replace(/\.pdf$/i, '');
  const cut = [...clean].slice(0, longest).join('');
  const name = `${trim(cut) || 'document'}.pdf`;
  const plain = name.replace(/[^\x20-\x7e]/gu, '_');
  if (plain === name) return `inline; filename="${name}"`;
  return `inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()]/g, encodeByte)}`;
}

/** Without what hides a file or gets lost at either end of its name. */
function trim(text: string): string {
  return text.replace(/^[. -]+/, '').replace(/[. -]+$/, '');
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
