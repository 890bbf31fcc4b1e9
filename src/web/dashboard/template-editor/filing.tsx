import type { TemplateProperties } from '../../../contract/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import { Await, useLoaded } from '../../parts/view.tsx';
import { changeProperties, readProperties } from '../templates/template-calls.ts';

/** Asks for slug, folder and tags of a template. */
export function Filing({ id, onClose }: { id: string; onClose: () => void }) {
  const loaded = useLoaded((signal) => readProperties(id, signal), [id]);
  return (
    <Dialog title="Slug, folder and tags" onClose={onClose}>
      <Await loaded={loaded}>{(properties) => <FilingForm properties={properties} onClose={onClose} />}</Await>
    </Dialog>
  );
}

function FilingForm({ properties, onClose }: { properties: TemplateProperties; onClose: () => void }) {
  const { problem, isBusy, submit } = useForm(async ({ slug = '', folder = '', tags = '' }) => {
    const words = tags.split(',').map((tag) => tag.trim());
    await changeProperties(properties.id, {
      slug: slug.trim(),
      folder: folder.trim(),
      tags: words.filter((tag) => tag !== ''),
    });
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <TextField
        label="Slug"
        name="slug"
        defaultValue={properties.slug}
        maxLength={200}
        hint="Programs and commands name the template by it: template:invoice@live"
        required
      />
      <TextField
        label="Folder"
        name="folder"
        defaultValue={properties.folder}
        maxLength={200}
        hint="Such as invoices/de"
      />
      <TextField label="Tags" name="tags" defaultValue={properties.tags.join(', ')} hint="With commas between them" />
      <FormEnd action="Save" onClose={onClose} problem={problem} isBusy={isBusy} />
    </form>
  );
}
