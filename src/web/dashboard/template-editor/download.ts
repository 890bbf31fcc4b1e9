import { buildZip } from './zip.ts';

/** Hands the browser a template as the folder that `platen templates push` takes. */
export function downloadFolder(id: string, name: string, content: string, context: string): void {
  const folder =
    name
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'template';
  const archive = buildZip([
    { name: `${folder}/template.json`, text: `${JSON.stringify({ id, name }, null, 2)}\n` },
    { name: `${folder}/content.html`, text: content },
    { name: `${folder}/preview_context.json`, text: context },
  ]);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(archive);
  link.download = `${folder}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
}
