import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ValuesChecker } from '../../documents/check-values.ts';
import { gatherPartials } from '../../documents/gather-partials.ts';
import { sharedFolders } from '../../documents/partial-folders.ts';
import { fileNames, readTemplateFolder } from '../../documents/read-template-folder.ts';
import { schemaName, setFile } from '../../documents/value-sets.ts';
import { CommandError } from '../../output/command-error.ts';
import { describeError } from '../../output/describe-error.ts';
import { type LocalTemplates, TemplateFault } from '../../service/render-template.ts';
import { buildTemplatePart } from '../build-template-part.ts';
import { ContextFault, readContextText } from '../context-text.ts';
import { describeWarnings, type Finding } from '../finding.ts';
import type { LocalRenderer } from '../local-renderer.ts';
import type { PreviewSource, SourceText } from '../preview-source.ts';
import { assetType } from '../sync/files/media-types.ts';
import type { References } from './references.ts';

/** What a check needs. */
export interface CheckEdges {
  templates: LocalTemplates;
  renderer: LocalRenderer;
  values: ValuesChecker;
  /** What the PDFs should look like; undefined without --against. */
  references?: References | undefined;
  cwd: string;
  platform: string;
  /** The real path of the folder that files may come from. Default: that of each template. */
  root?: string | undefined;
}

/** A finding with its level: an error is wrong in the PDF, a warning may be intended. */
export type LevelledFinding = Finding & { level: 'error' | 'warning' };

/** A template with its findings. */
export interface CheckedTemplate {
  slug: string;
  name: string;
  /** Its folder, as the user knows it. */
  path: string;
  /** Pages with its preview context. Null if it cannot be rendered. */
  pages: number | null;
  /** Its sets of values, the default one first. */
  sets: CheckedSet[];
  findings: LevelledFinding[];
}

/** A template with one of its sets of values. */
export interface CheckedSet {
  /** Null for the preview context. */
  name: string | null;
  pages: number | null;
  /** Milliseconds that the check took. */
  ms: number;
  /** What was found with these values and not with an earlier set. */
  findings: LevelledFinding[];
}

/** Checks a template folder with each of its sets of values. Throws only failures outside the template, such as a browser that cannot start. */
export async function checkTemplate(
  source: PreviewSource,
  edges: CheckEdges,
  signal: AbortSignal,
): Promise<CheckedTemplate> {
  const { slug, name, shown: path } = source;
  const sets: CheckedSet[] = [];
  const seen = new Set<string>();
  const names = [undefined, ...(await source.listSets())];
  for (const set of names) {
    const started = performance.now();
    const { pages, findings } = await checkSet(source, set, edges, signal);
    sets.push({ name: set ?? null, pages, ms: Math.round(performance.now() - started), findings });
  }
  dropOptional(sets);
  for (const checked of sets) {
    checked.findings = checked.findings.filter((finding) => {
      const key = JSON.stringify(finding);
      return !seen.has(key) && seen.add(key);
    });
  }
  return { slug, name, path, pages: sets[0]?.pages ?? null, sets, findings: sets.flatMap(({ findings }) => findings) };
}

/** Drops missing variables that another set has: not every set needs what is optional. */
function dropOptional(sets: readonly CheckedSet[]): void {
  const isVariable = ({ code }: Finding) => code === 'unknown_variable';
  const isEverywhere = (finding: Finding) =>
    sets.every(({ findings }) => findings.some((other) => isVariable(other) && other.message === finding.message));
  for (const checked of sets)
    checked.findings = checked.findings.filter((one) => !isVariable(one) || isEverywhere(one));
}

async function checkSet(
  source: PreviewSource,
  set: string | undefined,
  edges: CheckEdges,
  signal: AbortSignal,
): Promise<Pick<CheckedSet, 'pages' | 'findings'>> {
  const { shown: path, contentFile, folder } = source;
  const valuesFile = source.valuesFile(set);
  const findings: LevelledFinding[] = [];
  const add = (level: 'error' | 'warning', found: readonly Finding[]) =>
    findings.push(...found.map((finding) => ({ level, ...finding })));
  let pages: number | null = null;
  try {
    add('error', await checkHead(source));
    const links = await findLinks(source, set);
    add('error', links);
    if (links.length > 0) return { pages, findings };
    const text = await readText(source, set, signal);
    const bare = { file: contentFile, content: text.content, folder };
    const partials = await gatherPartials(bare, edges, signal);
    const template = { ...bare, partials };
    const values = readContextText(text.context, valuesFile);
    const json = text.context === undefined ? undefined : { file: valuesFile, json: text.context };
    const faults = folder === undefined ? [] : await edges.values.find(folder, path, values, json);
    const isInvalid = faults.map((fault) => ({ code: 'values_invalid', file: valuesFile, ...fault }));
    add('error', isInvalid);
    const shown = await edges.templates.check(template, values, signal);
    findings.push(
      ...shown.map(({ where, partial = '', ...found }) => ({
        ...found,
        file: partials.get(partial)?.file ?? (where === 'content' ? contentFile : valuesFile),
      })),
    );
    if (shown.some(({ level }) => level === 'error')) return { pages, findings };
    const built = await buildTemplatePart(template, values, edges, signal);
    add(
      'error',
      built.findings.map((finding) => ({ ...finding, code: 'missing_asset' })),
    );
    const unsent = built.files.filter((path) => !isPushed(folder ?? '', decodeURIComponent(path)));
    add('warning', describeFiles(unsent, contentFile));
    const rendered = await edges.renderer.render({ parts: built.part }, signal);
    pages = rendered.pages;
    for (const finding of describeWarnings(rendered.warnings, built.findings, template)) {
      add(finding.code.startsWith('resource') ? 'error' : 'warning', [finding]);
    }
    add('error', (await edges.references?.check(nameReference(source, set), rendered.pdf, contentFile)) ?? []);
  } catch (error) {
    signal.throwIfAborted();
    add('error', [explain(error, contentFile)]);
  }
  return { pages, findings };
}

/** The name of the reference of a template with a set of values, without its extension. */
export function nameReference({ slug }: Pick<PreviewSource, 'slug'>, set: string | undefined): string {
  return set === undefined ? slug : `${slug}.${set}`;
}

/** Finds what push would refuse. */
async function checkHead({ folder = '', shown, contentFile }: PreviewSource): Promise<Finding[]> {
  const file = contentFile.replace(/[^/]*$/, fileNames.template);
  try {
    await readTemplateFolder(folder, shown);
    return [];
  } catch (error) {
    // The other files are read again later, with the line of their errors.
    if (!(error instanceof CommandError) || !error.message.includes(fileNames.template)) return [];
    return [{ code: 'template_json', message: withoutFile(withoutFile(error.message, file), shown), file }];
  }
}

/** Finds links in place of files. Push refuses them, and what they lead to may be anybody's. */
async function findLinks(source: PreviewSource, set: string | undefined): Promise<Finding[]> {
  const { folder = '', contentFile } = source;
  const files = [
    { file: contentFile, name: fileNames.content, code: 'unreadable' },
    { file: source.valuesFile(set), name: setFile(set), code: 'preview_context' },
  ];
  const links: Finding[] = [];
  for (const { file, name, code } of files) {
    const facts = await lstat(join(folder, name)).catch(() => undefined);
    if (facts?.isSymbolicLink()) links.push({ code, message: 'is a symbolic link, which push refuses', file });
  }
  return links;
}

async function readText(source: PreviewSource, set: string | undefined, signal: AbortSignal): Promise<SourceText> {
  try {
    return await source.read(signal, set);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { contentFile } = source;
    throw new ContextFault(contentFile, withoutFile(error.message, contentFile), undefined, error.fix);
  }
}

/** Whether push sends a file that a template uses: it is in the template's folder, or in one that all templates share. */
function isPushed(folder: string, path: string): boolean {
  if (assetType(path) === undefined) return false;
  const isShared = sharedFolders.includes(path.split('/')[0] ?? '');
  return existsSync(join(folder, path)) || (isShared && existsSync(join(dirname(folder), path)));
}

function describeFiles(files: readonly string[], file: string): Finding[] {
  if (files.length === 0) return [];
  const names = `${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}`;
  const many = files.length === 1 ? `${names} is` : `${files.length} files (${names}) are`;
  const message = `${many} only on this machine, because push sends images, fonts and style sheets of the template's folder and of the shared assets/: move into one of these, embed as data:, or name by https:`;
  return [{ code: 'local_file', message, file }];
}

function explain(error: unknown, contentFile: string): Finding {
  if (error instanceof TemplateFault || error instanceof ContextFault) {
    const { file, line, column, problem } = error;
    return {
      code:
        error instanceof TemplateFault
          ? 'template_error'
          : error.file === contentFile
            ? 'unreadable'
            : 'preview_context',
      message: problem,
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    };
  }
  if (error instanceof CommandError && error.code === 'input_invalid' && error.message.includes(schemaName)) {
    const file = contentFile.replace(/[^/]*$/, schemaName);
    return {
      code: 'values_schema',
      message: withoutFile(error.message, file) + (error.why ? `: ${error.why}` : ''),
      file,
    };
  }
  const { code, exit, message, why } = describeError(error);
  // Only a rejected request is the template's fault.
  if (exit !== 7) throw error;
  return { code, message: why ?? message, file: contentFile };
}

/** A message without the file or folder in front, which the finding names already. */
function withoutFile(message: string, path: string): string {
  return message.startsWith(path) ? message.slice(path.length).replace(/^:? /, '') : message;
}
