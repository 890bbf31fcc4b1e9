import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { provideFolder } from '../../../files/provide-folder.ts';
import { saveFile } from '../../../files/save-file.ts';
import { CommandError } from '../../../output/command-error.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import type { SyncRecord } from '../sync-record.ts';
import { writeMergedFile } from './merge-file.ts';
import type { FileItem } from './plan-files.ts';
import { pathInOwner } from './sync-file.ts';
import { digestValues, type ReadValueFile } from './value-files.ts';

/** What the pull of a file needs. */
interface FilePullEdges {
  remote: RemoteTemplates;
  seen: SyncRecord;
  /** The folder of all templates as the user knows it. */
  shown: string;
  readValues: ReadValueFile;
}

/** Does what was planned for a file. */
export async function pullFile(
  item: FileItem,
  root: string,
  { remote, seen, shown, readValues }: FilePullEdges,
): Promise<void> {
  const { there, slug } = item;
  const path = join(root, slug);
  if (item.action === 'delete') {
    await unlink(path);
    seen.forgetFile(slug);
    return;
  }
  if (there === undefined) return;
  // The service may be another one, and its paths must not leave the folder.
  if (slug.split('/').some((step) => step === '' || step.startsWith('.')) || /[\\:\p{Cc}]/u.test(slug)) {
    throw new CommandError('unexpected_answer', `${JSON.stringify(slug)} cannot be the path of a file here`);
  }
  const merged = item.merged?.content;
  if (merged !== undefined && item.local) {
    await writeMergedFile({ root, shown }, item.local, merged, 'pull again');
    seen.setFile(slug, there.sha256);
    return;
  }
  if (there.kind === 'values' || there.kind === 'schema') {
    const text = await readValues(there);
    provideFolder(dirname(path));
    await saveFile(path, Buffer.from(text), true);
    seen.setFile(slug, digestValues(text));
    return;
  }
  const bytes =
    there.content === undefined
      ? Buffer.from(
          (
            await remote.client.getAsset(
              { path: pathInOwner(there), template: there.template },
              { signal: remote.signal },
            )
          ).base64,
          'base64',
        )
      : Buffer.from(there.content);
  provideFolder(dirname(path));
  await saveFile(path, bytes, true);
  seen.setFile(slug, there.sha256);
}
