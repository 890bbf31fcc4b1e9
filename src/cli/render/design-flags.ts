import { type Command, Option } from 'commander';
import { type Theme, type TocPart, themeNames } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { collectValues, readWhole } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';

/** The flags of style sheets, themeNames and contents. */
export interface DesignFlags {
  css?: string[];
  theme?: Theme;
  toc?: string;
  tocTitle?: string;
  root?: string;
}

/** What they say: fields of the options, and a part in front of the others. */
interface Design {
  css?: string[];
  theme?: Theme;
  toc?: TocPart;
}

/** Declares the flags of style sheets and themes. */
export function addLookFlags(command: Command): void {
  command
    .option(
      '--css <file>',
      'a style sheet to add after those of the document, with its files; repeatable',
      collectValues,
    )
    .addOption(
      new Option('--theme <name>', 'design of Markdown, and of HTML without style sheets (default: plain)').choices(
        themeNames,
      ),
    );
}

/** Declares all flags of the design. */
export function addDesignFlags(command: Command): void {
  command.optionsGroup('Design:');
  addLookFlags(command);
  command
    .addOption(
      new Option('--toc [depth]', 'start with a contents page (default depth: 3); --toc=1 sets it').preset('3'),
    )
    .option(
      '--toc-title <text>',
      'heading of the contents page (default: "Contents", in the language of the document)',
    );
}

/** Reads the flags. Throws `usage`, `input_missing` and `input_invalid`. */
export async function readDesignFlags(
  { css, theme, toc, tocTitle, root }: DesignFlags,
  { io, output }: Pick<Context, 'io' | 'output'>,
): Promise<Design> {
  const depth = readWhole('--toc', toc, 1, 6);
  if (tocTitle !== undefined && depth === undefined)
    throw new CommandError('usage', '--toc-title has no effect', { fix: 'add --toc' });
  return {
    ...(css && { css: await readSheets(css, root, { io, output }) }),
    ...(theme !== undefined && { theme }),
    ...(depth !== undefined && { toc: { depth, ...(tocTitle !== undefined && { title: tocTitle }) } }),
  };
}

async function readSheets(
  files: readonly string[],
  root: string | undefined,
  edges: Pick<Context, 'io' | 'output'>,
): Promise<string[]> {
  const [{ inlineSheet }, { resolveRoot }] = await Promise.all([
    import('../documents/inline-sheet.ts'),
    import('../documents/document-root.ts'),
  ]);
  const folder = root === undefined ? undefined : await resolveRoot(root, edges.io.cwd);
  const sheets: string[] = [];
  for (const file of files) sheets.push(await inlineSheet(file, '--css', { ...edges, root: folder }));
  return sheets;
}
