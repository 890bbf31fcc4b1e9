import { readFileSync } from 'node:fs';
import { listCommands } from './commands.ts';
import { listErrors, listExitCodes } from './errors.ts';
import { listRequestFields } from './request.ts';
import { listSettings } from './settings.ts';
import { listCommandWarnings, listWarnings } from './warnings.ts';

/** What each page gets, by the mark before and after it. */
const pages: Record<string, Record<string, () => string | Promise<string>>> = {
  'docs/reference/cli.md': { commands: listCommands },
  'docs/reference/errors.md': {
    errors: listErrors,
    'exit-codes': listExitCodes,
    warnings: listWarnings,
    'command-warnings': listCommandWarnings,
  },
  'docs/reference/request.md': { request: listRequestFields },
  'docs/reference/settings.md': { settings: listSettings },
};

/** A page of docs/ with generated parts. */
export interface ReferencePage {
  name: string;
  file: URL;
  /** What it says, and what it should say. */
  text: string;
  whole: string;
}

/** Regenerates the generated parts of docs/ from the tables of the code. Writes nothing. */
export function makePages(): Promise<ReferencePage[]> {
  return Promise.all(
    Object.entries(pages).map(async ([name, parts]) => {
      const file = new URL(`../../${name}`, import.meta.url);
      const text = readFileSync(file, 'utf8');
      return { name, file, text, whole: await replaceParts(name, text, parts) };
    }),
  );
}

async function replaceParts(page: string, text: string, parts: (typeof pages)[string]): Promise<string> {
  let whole = text;
  for (const [name, list] of Object.entries(parts)) {
    const mark = `<!-- ${name} -->`;
    const [before, , after] = whole.split(mark);
    if (after === undefined) throw new Error(`${page} has no two marks ${mark}`);
    whole = `${before}${mark}\n\n${await list()}\n\n${mark}${after}`;
  }
  return whole;
}
