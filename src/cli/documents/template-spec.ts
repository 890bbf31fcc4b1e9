import { type ChosenTemplate, isUuid } from '../../contract/index.ts';

/** The form of what `readTemplateSpec` reads, for help and errors. */
export const templateSpecForm = '<id>, <id>@7 or <id>@live';

/** A stored template as a person names it: `<id>`, `<id>@<revision>` or `<id>@<label>`. Undefined for anything else. */
export function readTemplateSpec(text: string): ChosenTemplate | undefined {
  const [, id = '', , choice] = /^([^@]*)(@(.*))?$/s.exec(text) ?? [];
  if (!isUuid(id)) return undefined;
  if (choice === undefined) return { id };
  if (/^[1-9]\d{0,14}$/.test(choice)) return { id, revision: Number(choice) };
  return /^[a-z][a-z0-9._-]{0,63}$/.test(choice) ? { id, label: choice } : undefined;
}

/** Such a text. */
export function writeTemplateSpec({ id, revision, label }: ChosenTemplate): string {
  const choice = revision ?? label;
  return choice === undefined ? id : `${id}@${choice}`;
}
