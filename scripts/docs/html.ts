/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Value = Html | string | number | readonly Value[] | false | undefined;

/** HTML from a template literal: whatever is put in is escaped unless it is HTML already. Lists are joined. */
export function html(pieces: TemplateStringsArray, ...values: Value[]): Html {
  return { html: pieces.reduce((text, piece, at) => text + write(values[at - 1]) + piece) };
}

/** Items with something between them. */
export function join(items: readonly Html[], between: string): Html {
  return { html: items.map((item) => item.html).join(write(between)) };
}

function write(value: Value): string {
  if (value === false || value === undefined) return '';
  if (Array.isArray(value)) return value.map(write).join('');
  if (typeof value === 'object') return (value as Html).html;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
