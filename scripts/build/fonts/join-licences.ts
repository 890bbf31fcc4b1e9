import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const start = 'This Font Software is licensed under the SIL Open Font License';

/** Joins the licences of packages to one text: whose the faces are, then the licence that all of them are under. */
export function joinLicences(folders: readonly string[]): string {
  const texts = folders.map(readLicence);
  const owners = new Set(texts.map((text) => text.slice(0, text.indexOf(start)).trim()));
  return `${[...owners].join('\n')}\n\n${texts[0]?.slice(texts[0].indexOf(start))}`;
}

/** The licence of the faces, which some packages keep beside their own licence. Throws if it is another. */
function readLicence(folder: string): string {
  const names = ['LICENSE_FONT', 'LICENSE'];
  for (const name of names) {
    const text = readText(join(folder, name));
    if (text?.includes(start)) return text;
  }
  throw new Error(`${folder} does not hold the SIL Open Font License`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
