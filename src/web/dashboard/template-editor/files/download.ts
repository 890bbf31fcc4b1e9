import { readProperties } from '../../templates/template-calls.ts';
import type { Draft } from '../draft.ts';
import { buildFolder, buildShared, buildZip } from './build-folder.ts';
import { gatherFiles } from './gather-files.ts';

/**
 * Hands the browser a template as the folder that `platen templates push` takes, with its partials, layout and assets. A partial or layout
 * is its file.
 */
export async function downloadFolder(draft: Draft): Promise<void> {
  const { slug, kind } = await readProperties(draft.id);
  const folder = buildFolderName(draft.name.value);
  const files = await gatherFiles(draft.id, slug, folder);
  const packed = kind === 'template' ? await buildFolder(folder, draft, files) : await buildShared(slug, draft, files);
  saveBlob(buildZip(packed), `${folder}.zip`);
}

/** Hands the browser a file to save. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function buildFolderName(name: string): string {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.replace(/^-+|-+$/g, '') || 'template';
}
