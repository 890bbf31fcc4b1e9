import { useSignal } from '@preact/signals';
import type { Asset } from '../../../../contract/index.ts';
import type { ApiError } from '../../../api.ts';
import { ask } from '../../../parts/ask.tsx';
import { countOf, showBytes } from '../../../parts/format.ts';
import { Menu } from '../../../parts/menu.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { put } from '../../../parts/put.ts';
import { sayDone, sayError, tryTo } from '../../../parts/toast.tsx';
import { Await, useLoaded } from '../../../parts/view.tsx';
import { mayEdit } from '../../session.ts';
import { deleteAsset, listAssets, readAsset } from '../../templates/asset-calls.ts';
import { AddFiles } from './add-files.tsx';
import { saveBlob } from './download.ts';

interface FilesProps {
  template: string;
  /** Called once a file is another. */
  onChange: () => void;
}

/** The images, fonts and style sheets of a template, and those of all: uploaded, downloaded and deleted here. */
export function Files({ template, onChange }: FilesProps) {
  const loaded = useLoaded((signal) => listAssets(template, signal), [template]);
  const isAdding = useSignal(false);

  async function refresh(): Promise<void> {
    await loaded.reload();
    onChange();
  }

  async function remove(asset: Asset): Promise<void> {
    const { path } = asset;
    const isYes = await ask({
      title: `Delete ${path}?`,
      text: 'Revisions of templates keep the file that they were saved with.',
      action: 'Delete the file',
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      if (!(await removeUsed(asset))) return;
      sayDone(`${path} is deleted.`);
      await refresh();
    } catch (error) {
      sayError(error);
    }
  }

  return (
    <div class="files">
      <p class="soft">
        Images, fonts and style sheets, which the content names by their paths:{' '}
        <code>{'<img src="assets/logo.svg">'}</code>
      </p>
      {mayEdit.value && (
        <div class="buttons start">
          <button type="button" onClick={put(isAdding, true)}>
            Upload files…
          </button>
        </div>
      )}
      <Await loaded={loaded}>
        {(assets) => (
          <>
            <FileList
              title="Only this template"
              assets={assets.filter((asset) => asset.template !== null)}
              onRemove={remove}
            />
            <FileList
              title="All templates of the account"
              assets={assets.filter((asset) => asset.template === null)}
              onRemove={remove}
            />
          </>
        )}
      </Await>
      {isAdding.value && (
        <AddFiles
          template={template}
          there={loaded.data ?? []}
          onClose={put(isAdding, false)}
          onDone={async (count) => {
            isAdding.value = false;
            sayDone(`${countOf(count, 'file')} uploaded.`);
            await refresh();
          }}
        />
      )}
    </div>
  );
}

/** Deletes a file, after another question if templates use it. Whether it is deleted. */
async function removeUsed(asset: Asset): Promise<boolean> {
  try {
    await deleteAsset(asset, false);
    return true;
  } catch (error) {
    if ((error as ApiError).code !== 'in_use') throw error;
    const isYes = await ask({
      title: 'Templates use this file',
      text: `${(error as ApiError).message}. They are rendered without it from now on.`,
      action: 'Delete it all the same',
      isDangerous: true,
    });
    if (isYes) await deleteAsset(asset, true);
    return isYes;
  }
}

interface FileListProps {
  title: string;
  assets: readonly Asset[];
  onRemove: (asset: Asset) => Promise<void>;
}

function FileList({ title, assets, onRemove }: FileListProps) {
  return (
    <section>
      <h2>{title}</h2>
      {assets.length === 0 && <p class="soft">No files</p>}
      <ul>
        {assets.map((asset) => (
          <li key={asset.path}>
            <div>
              <p>
                <code>{asset.path}</code>
              </p>
              <p class="soft">
                {showBytes(asset.size)} · <Moment time={asset.updated_at} />
                {asset.updated_by !== null && ` by ${asset.updated_by}`}
              </p>
            </div>
            <Menu
              label={`Actions for ${asset.path}`}
              items={[
                { words: 'Download', onChoose: () => void tryTo(() => download(asset)) },
                ...(mayEdit.value
                  ? [{ words: 'Delete…', onChoose: () => void onRemove(asset), isDangerous: true }]
                  : []),
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function download(asset: Asset): Promise<void> {
  saveBlob(await readAsset(asset), asset.path.split('/').at(-1) ?? asset.path);
}
