// Writes the generated parts of docs/ from the tables of the code: `npm run docs`. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { listCommands } from './reference/commands.ts';
import { listErrors, listExitCodes } from './reference/errors.ts';
import { listSettings } from './reference/settings.ts';
import { listWarnings } from './reference/warnings.ts';

/** What each page gets, by the mark that stands before and behind it. */
const pages: Record<string, Record<string, () => string | Promise<string>>> = {
  'docs/cli.md': { commands: listCommands },
  'docs/errors.md': { errors: listErrors, 'exit-codes': listExitCodes, warnings: listWarnings },
  'docs/settings.md': { settings: listSettings },
};

/** The page with its generated parts made anew. */
async function replaceParts(page: string, text: string): Promise<string> {
  let whole = text;
  for (const [name, list] of Object.entries(pages[page] ?? {})) {
    const mark = `<!-- ${name} -->`;
    const [before, , after] = whole.split(mark);
    if (after === undefined) throw new Error(`${page} has no two marks ${mark}`);
    whole = `${before}${mark}\n\n${await list()}\n\n${mark}${after}`;
  }
  return whole;
}

for (const page of Object.keys(pages)) {
  const file = new URL(`../${page}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const whole = await replaceParts(page, text);
  if (whole === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${page} is not in step with the code: npm run docs\n`);
    process.exitCode = 1;
  } else writeFileSync(file, whole);
}
