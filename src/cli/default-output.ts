import { basename } from 'node:path';

/** Names that Windows keeps for itself. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** The file that a render writes to where none is named: the first source's name with `.pdf`, in the current folder. */
export function defaultOutput(sources: readonly string[]): string {
  const clean = nameOf(sources[0] ?? '-')
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]+/g, '-')
    .replace(/^[.\- ]+|[. ]+$/g, '')
    .slice(0, 100);
  const stem = clean === '' || reserved.test(clean) ? 'document' : clean;
  return `${stem}.pdf`;
}

function nameOf(source: string): string {
  if (source === '-') return 'document';
  if (/^https?:\/\//i.test(source) && URL.canParse(source)) {
    const { hostname, pathname } = new URL(source);
    const last = basename(pathname).replace(/\.\w{1,5}$/, '');
    return last === '' ? hostname : last;
  }
  const path = source.replace(/^template:/, '').replace(/[/\\]+$/, '');
  return basename(path).replace(/\.(x?html?|md|markdown|pdf)$/i, '');
}
