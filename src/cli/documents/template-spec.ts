import { type ChosenTemplate, isSlug, isUuid, labelNameSchema, type Part } from '../../contract/index.ts';

/** Whether a text may be the name of a label. */
export function isLabel(text: string): boolean {
  return new RegExp(labelNameSchema.pattern).test(text);
}

/** A stored template as a person names it: an id or a slug, with `@<revision>` or `@<label>` if one is chosen. Undefined for anything else. */
export function readTemplateSpec(text: string): ChosenTemplate | undefined {
  const [, name = '', , choice] = /^([^@]*)(@(.*))?$/s.exec(text) ?? [];
  const named = isUuid(name) ? { id: name } : isSlug(name) ? { slug: name } : undefined;
  if (named === undefined || choice === undefined) return named;
  if (/^[1-9]\d{0,14}$/.test(choice)) return { ...named, revision: Number(choice) };
  return isLabel(choice) ? { ...named, label: choice } : undefined;
}

/** Such a text. */
export function writeTemplateSpec({ id, slug, revision, label }: ChosenTemplate): string {
  const name = id ?? slug ?? '';
  const choice = revision ?? label;
  return choice === undefined ? name : `${name}@${choice}`;
}

/** A stored template as the part of a request names it: by its id alone, if no revision, no label and no values are chosen. */
export function nameStoredTemplate(chosen: ChosenTemplate): NonNullable<Part['template']> {
  const { id, slug, revision, label, values } = chosen;
  if (id !== undefined && (revision ?? label ?? values) === undefined) return id;
  return {
    ...(id === undefined ? slug !== undefined && { slug } : { id }),
    ...(revision !== undefined && { revision }),
    ...(label !== undefined && { label }),
    ...(values !== undefined && { values }),
  };
}
