import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import { addressOfView, go } from '../../router.ts';
import { createTemplate } from './template-calls.ts';

const blank = {
  content:
    '<!doctype html>\n<html lang="en">\n<head>\n  <title>{{ title }}</title>\n  <style>\n    @page { size: A4; margin: 20mm; }\n    body { font-family: sans-serif; }\n  </style>\n</head>\n<body>\n  <h1>{{ title }}</h1>\n</body>\n</html>\n',
  preview_context: { title: 'A new page' },
};

const choices = [
  ['blank', 'Blank', 'One page with a title'],
  ['invoice', 'Invoice', 'Lines, taxes, a QR code to pay'],
  ['report', 'Report', 'Headings, a table, figures'],
] as const;

/** Asks what to start from, makes the template and opens it. */
export function NewTemplateDialog({ onClose }: { onClose: () => void }) {
  const { problem, isBusy, submit } = useForm(async ({ name = '', start = '' }) => {
    const { starters } = await import('platen:starters');
    const { template } = await createTemplate({ name: name.trim(), ...(starters[start] ?? blank) });
    go(addressOfView(`templates/${template.id}`));
  });
  return (
    <Dialog title="New template" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField label="Name" name="name" maxLength={255} autocomplete="off" required />
        <fieldset>
          <legend>Start with</legend>
          {choices.map(([value, words, hint], index) => (
            <label key={value} class="check">
              <input type="radio" name="start" value={value} defaultChecked={index === 0} />
              <span>
                {words}
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <FormEnd action="Make the template" onClose={onClose} problem={problem} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}
