import type { TemplateKind, TemplateSearchAnswer } from '../../../contract/index.ts';
import { countOf } from '../../parts/format.ts';
import { setQuery } from '../../router.ts';

interface FolderBarProps {
  folder: string;
  folders: TemplateSearchAnswer['folders'];
  total: number;
  kind: TemplateKind;
}

/** Where the view is among the folders, the folders below, and how many templates are shown. */
export function FolderBar({ folder, folders, total, kind }: FolderBarProps) {
  const names = folder === '' ? [] : folder.split('/');
  return (
    <nav class="folders" aria-label="Folders">
      <ol>
        <li>
          <Step words="All" to="" isHere={folder === ''} />
        </li>
        {names.map((name, index) => (
          <li key={name}>
            <Step words={name} to={names.slice(0, index + 1).join('/')} isHere={index === names.length - 1} />
          </li>
        ))}
      </ol>
      {countBelow(folder, folders).map(({ name, path, templates }) => (
        <button key={path} type="button" class="folder" onClick={() => setQuery({ folder: path })}>
          {name} <span class="soft">{templates}</span>
        </button>
      ))}
      <span class="soft count">{countOf(total, kind)}</span>
    </nav>
  );
}

function Step({ words, to, isHere }: { words: string; to: string; isHere: boolean }) {
  if (isHere) return <strong aria-current="page">{words}</strong>;
  return (
    <button type="button" class="plain" onClick={() => setQuery({ folder: to || undefined })}>
      {words}
    </button>
  );
}

/** The folders just below one, with how many templates are in each and below it. */
export function countBelow(
  folder: string,
  folders: TemplateSearchAnswer['folders'],
): { name: string; path: string; templates: number }[] {
  const start = folder === '' ? '' : `${folder}/`;
  const counts = new Map<string, number>();
  for (const { folder: path, templates } of folders) {
    if (!path.startsWith(start) || path === folder) continue;
    const [name = ''] = path.slice(start.length).split('/', 1);
    counts.set(name, (counts.get(name) ?? 0) + templates);
  }
  return [...counts].map(([name, templates]) => ({ name, path: start + name, templates }));
}
