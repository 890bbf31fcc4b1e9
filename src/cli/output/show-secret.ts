import type { Output } from './output.ts';

/** Shows a new secret and nothing else on stdout, with a note for people beside it; with --json `document`, which holds it. */
export async function showSecret(output: Output, secret: string, document: object, note: string): Promise<void> {
  if (output.json) return output.jsonDocument(document);
  await output.data(`${secret}\n`);
  output.note(note);
}
