import { readProperties } from '../../templates/template-calls.ts';
import type { Draft } from '../draft.ts';
import { buildFolder, buildShared } from './build-folder.ts';
import { gatherFiles } from './gather-files.ts';
import { saveBlob } from './save-blob.ts';
import { buildZip } from './zip.ts';

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

function buildFolderName(name: string): string {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.replace(/^-+|-+$/g, '') || 'template';
}
