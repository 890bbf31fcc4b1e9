import type { Output } from './output.ts';
import { formatTable } from './table.ts';

/** How a terminal shows the items of a list. */
interface ListTable<Item> {
  heading: readonly string[];
  row(item: Item): readonly string[];
  /** Text for an empty list. */
  none: string;
}

/** Shows a list: a table at a terminal; in a pipe and with --json `{"data": [item, …]}`. */
export async function showList<Item>(output: Output, data: readonly Item[], table: ListTable<Item>): Promise<void> {
  if (output.json || !output.dataToTerminal) await output.jsonDocument({ data });
  else if (data.length === 0) output.note(table.none);
  else await output.data(formatTable(table.heading, data.map(table.row), output.dataColumns));
}

/** Shows a new secret and nothing else on stdout, with a note on stderr; with --json `document`, which holds it. */
export async function showSecret(output: Output, secret: string, document: object, note: string): Promise<void> {
  if (output.json) return output.jsonDocument(document);
  await output.data(`${secret}\n`);
  output.note(note);
}
