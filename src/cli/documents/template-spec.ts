import { type ChosenTemplate, isUuid, labelNameSchema, type Part } from '../../contract/index.ts';

/** Whether a text may be the name of a label. */
export function isLabel(text: string): boolean {
  return new RegExp(labelNameSchema.pattern).test(text);
}

/** A stored template as a person names it: `<id>`, `<id>@<revision>` or `<id>@<label>`. Undefined for anything else. */
export function readTemplateSpec(text: string): ChosenTemplate | undefined {
  const [, id = '', , choice] = /^([^@]*)(@(.*))?$/s.exec(text) ?? [];
  if (!isUuid(id)) return undefined;
  if (choice === undefined) return { id };
  if (/^[1-9]\d{0,14}$/.test(choice)) return { id, revision: Number(choice) };
  return isLabel(choice) ? { id, label: choice } : undefined;
}

/** Such a text. */
export function writeTemplateSpec({ id, revision, label }: ChosenTemplate): string {
  const choice = revision ?? label;
  return choice === undefined ? id : `${id}@${choice}`;
}

/** A stored template as the part of a request names it: by its id alone, if no revision and no label is chosen. */
export function nameStoredTemplate({ id, revision, label }: ChosenTemplate): NonNullable<Part['template']> {
  if (revision === undefined && label === undefined) return id;
  return { id, ...(revision !== undefined && { revision }), ...(label !== undefined && { label }) };
}
