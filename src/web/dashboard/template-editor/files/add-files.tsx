import type { Asset } from '../../../../contract/index.ts';
import { ask } from '../../../parts/ask.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choice, TextField } from '../../../parts/field.tsx';
import { FormEnd, useForm } from '../../../parts/form.tsx';
import { storeAsset } from '../../templates/asset-calls.ts';

interface AddFilesProps {
  template: string;
  /** The files that are there. */
  there: readonly Asset[];
  onClose: () => void;
  onDone: (count: number) => Promise<void>;
}

const owners = [
  ['template', 'Only this template'],
  ['account', 'All templates of the account'],
] as const;

/** Asks for files, for whom they are, and the folder that the content names them in. */
export function AddFiles({ template, there, onClose, onDone }: AddFilesProps) {
  const { problem, isBusy, submit } = useForm(async ({ owner, folder = '' }, form) => {
    const files = [...(form.querySelector<HTMLInputElement>('input[type=file]')?.files ?? [])];
    const start = folder.trim().replace(/^\/+|\/+$/g, '');
    const isOwn = owner === 'template';
    const pathOf = ({ name }: File) => (start === '' ? name : `${start}/${name}`);
    const replaced = files
      .map(pathOf)
      .filter((path) => there.some((one) => one.path === path && isOwn === (one.template !== null)));
    if (replaced.length > 0 && !(await askToReplace(replaced))) return;
    for (const file of files) await storeAsset(file, pathOf(file), isOwn ? template : undefined);
    await onDone(files.length);
  });
  return (
    <Dialog title="Upload files" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Files"
          name="files"
          type="file"
          accept="image/*,font/*,text/css,.otf,.ttf,.woff,.woff2,.css,.svg"
          hint="At most 10 MiB each."
          multiple
          required
        />
        <Choice label="For" name="owner" defaultValue="template" options={owners} />
        <TextField
          label="Folder"
          name="folder"
          defaultValue="assets"
          hint="Files for all templates are below assets/, partials/ or layouts/."
        />
        <FormEnd action="Upload" onClose={onClose} problem={problem} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}

function askToReplace(paths: readonly string[]): Promise<boolean> {
  return ask({
    title: paths.length === 1 ? 'Replace a file?' : `Replace ${paths.length} files?`,
    text: `${paths.join(', ')} ${paths.length === 1 ? 'exists' : 'exist'} already.`,
    action: 'Replace',
    isDangerous: true,
  });
}
