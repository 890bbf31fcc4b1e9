import type { Context } from '../../command/context.ts';
import { readNumber } from '../../command/flag-values.ts';
import { openValuesChecker } from '../../documents/check-values.ts';
import { inParallel } from '../../files/in-parallel.ts';
import { CommandError } from '../../output/command-error.ts';
import { chooseSymbols } from '../../output/terminal-signs.ts';
import { createLocalTemplates } from '../../service/render-template.ts';
import { openLocalRenderer } from '../local-renderer.ts';
import { findSources, openRoot, type PreviewRoot, type PreviewSource } from '../preview-source.ts';
import { findTemplateDir } from '../sync/select-folders.ts';
import {
  type CheckEdges,
  type CheckedTemplate,
  checkTemplate,
  type LevelledFinding,
  nameReference,
} from './check-template.ts';
import { formatAnnotation, formatFinding } from './format-findings.ts';
import type { References } from './references.ts';

/** The flags of the command. */
export interface CheckOptions {
  strict?: boolean;
  root?: string;
  annotations?: boolean;
  against?: string;
  tolerance?: string;
  update?: boolean;
  png?: boolean;
  reporter?: 'text' | 'junit';
}

/** Templates that are checked at once. */
const width = 2;
/** The exit code where a template has an error: that of a rejected request. */
const failed = 7;

/** Checks all templates, shows the findings, and returns the exit code. */
export async function runCheck(context: Context, options: CheckOptions, dirs: string[]): Promise<number | undefined> {
  const { io, output, signal } = context;
  const other = output.json ? '--json' : options.annotations ? '--annotations' : undefined;
  if (options.reporter === 'junit' && other !== undefined) {
    throw new CommandError('usage', `--reporter junit and ${other} cannot be used together`, { fix: 'choose one' });
  }
  const references = await readReferences(context, options);
  const root = await openRoot(options.root, io.cwd);
  const sources = await findCheckedSources(dirs.length > 0 ? dirs : [await findTemplateDir(context)], io.cwd, root);
  if (references) await refuseSameNames(sources);
  const edges = {
    templates: createLocalTemplates(context),
    // Pages that are compared look the same on every machine.
    renderer: await openLocalRenderer(context, options.against === undefined ? 'system' : 'bundled'),
    references,
    values: openValuesChecker(),
    cwd: io.cwd,
    platform: io.platform,
    root: root?.path,
  };
  const progress = output.progress('checking');
  let checked: CheckedTemplate[];
  try {
    checked = await checkFolders(sources, edges, signal);
  } finally {
    progress.stop();
  }
  const found = summarizeFindings(checked);
  const { errors, warnings } = found;
  if (output.json) {
    // Its `warnings` count findings.
    await output.jsonDocument({ ...found, command_warnings: output.takeWarnings() });
  } else if (options.reporter === 'junit') {
    const { formatJunit } = await import('./format-junit.ts');
    await output.data(formatJunit(checked, options.strict ?? false));
  } else await show(context, checked, options.annotations ?? Boolean(io.env.GITHUB_ACTIONS));
  const parts = [errors > 0 && say(errors, 'error'), warnings > 0 && say(warnings, 'warning')].filter(Boolean);
  output.done(`Checked ${say(checked.length, 'template')}: ${parts.length > 0 ? parts.join(', ') : 'no problems'}`);
  return errors > 0 || (options.strict && warnings > 0) ? failed : undefined;
}

/** Checks templates, several at once. */
export function checkFolders(
  sources: readonly PreviewSource[],
  edges: CheckEdges,
  signal: AbortSignal,
): Promise<CheckedTemplate[]> {
  return inParallel(sources, width, signal, (source) => checkTemplate(source, edges, signal));
}

/** Opens the references of --against; undefined without it. */
async function readReferences(context: Context, options: CheckOptions): Promise<References | undefined> {
  const { against, tolerance = '0', update = false, png = false } = options;
  if (against === undefined) {
    const flag = update ? '--update' : png ? '--png' : options.tolerance === undefined ? undefined : '--tolerance';
    if (flag === undefined) return undefined;
    throw new CommandError('usage', `${flag} says nothing here`, { why: 'only --against compares PDFs' });
  }
  if (png && !update) {
    throw new CommandError('usage', '--png says nothing here', {
      why: 'it is for --update; a comparison takes what is there',
    });
  }
  const percent = readNumber('--tolerance', tolerance, 0, 100);
  const { openReferences } = await import('./references.ts');
  return openReferences(context, { folder: against, update, png, tolerance: percent / 100 });
}

/** Finds each template once, in the order of the words. */
export async function findCheckedSources(
  dirs: readonly string[],
  cwd: string,
  root: PreviewRoot | undefined,
): Promise<PreviewSource[]> {
  const found = new Map<string, PreviewSource>();
  for (const dir of dirs) {
    for (const source of await findSources(dir, cwd, root)) found.set(source.folder ?? source.slug, source);
  }
  return [...found.values()];
}

/** Refuses templates with the same folder name, because it names their reference. */
async function refuseSameNames(sources: readonly PreviewSource[]): Promise<void> {
  const named = await Promise.all(
    sources.map(async (source) =>
      [undefined, ...(await source.listSets())].map((set) => ({ ...source, name: nameReference(source, set) })),
    ),
  );
  for (const [name, same] of Map.groupBy(named.flat(), (one) => one.name)) {
    if (same.length < 2) continue;
    throw new CommandError(
      'usage',
      `${same.map(({ shown }) => shown).join(' and ')} would both be compared with ${name}.pdf or ${name}-1.png`,
      {
        fix: 'check them one after the other, each with its own --against',
      },
    );
  }
}

async function show(context: Context, checked: readonly CheckedTemplate[], annotations: boolean): Promise<void> {
  const { io, output } = context;
  const chalk = await output.chalk('stdout');
  const symbols = chooseSymbols(io);
  for (const { path, pages, findings } of checked) {
    const wrong = findings.some(({ level }) => level === 'error');
    const sign = wrong ? symbols.fail : findings.length > 0 ? symbols.warn : symbols.ok;
    output.done(`${sign} ${path}${pages === null ? '' : ` (${say(pages, 'page')})`}`);
    for (const finding of findings) {
      await output.data(annotations ? formatAnnotation(finding, io) : formatFinding(finding, chalk));
    }
  }
}

/** The findings as --json shows them. */
export function summarizeFindings(checked: readonly CheckedTemplate[]) {
  const data = checked.map(({ findings, sets, ...template }) => ({
    ...template,
    sets: sets.map(({ name, pages }) => ({ name, pages })),
    findings: findings.map(({ level, code, message, file = null, line = null, column = null }) => ({
      level,
      code,
      message,
      file,
      line,
      column,
    })),
  }));
  return { data, errors: count(checked, 'error'), warnings: count(checked, 'warning') };
}

function count(checked: readonly CheckedTemplate[], level: LevelledFinding['level']): number {
  return checked.flatMap(({ findings }) => findings).filter((finding) => finding.level === level).length;
}

function say(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
