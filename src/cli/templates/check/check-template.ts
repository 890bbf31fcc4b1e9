import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { gatherPartials } from '../../documents/gather-partials.ts';
import { fileNames, readTemplateFolder } from '../../documents/read-template-folder.ts';
import { CommandError } from '../../output/command-error.ts';
import { describeError } from '../../output/describe-error.ts';
import { type LocalTemplates, TemplateFault } from '../../service/render-template.ts';
import { buildTemplatePart } from '../build-template-part.ts';
import { ContextFault, readContextText } from '../context-text.ts';
import { describeWarnings, type Finding } from '../finding.ts';
import type { LocalRenderer } from '../local-renderer.ts';
import type { PreviewSource, SourceText } from '../preview-source.ts';
import type { References } from './references.ts';

/** What a check needs. */
export interface CheckEdges {
  templates: LocalTemplates;
  renderer: LocalRenderer;
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
  /** Null if it cannot be rendered. */
  pages: number | null;
  findings: LevelledFinding[];
}

/** Checks a template folder. Throws only failures outside the template, such as a browser that cannot start. */
export async function checkTemplate(
  source: PreviewSource,
  edges: CheckEdges,
  signal: AbortSignal,
): Promise<CheckedTemplate> {
  const { slug, name, shown: path, contentFile, contextFile, folder } = source;
  const findings: LevelledFinding[] = [];
  const add = (level: 'error' | 'warning', found: readonly Finding[]) =>
    findings.push(...found.map((finding) => ({ level, ...finding })));
  let pages: number | null = null;
  try {
    add('error', await checkHead(source));
    const links = await findLinks(source);
    add('error', links);
    if (links.length > 0) return { slug, name, path, pages, findings };
    const text = await readText(source, signal);
    const bare = { file: contentFile, content: text.content, folder };
    const partials = await gatherPartials(bare, edges, signal);
    const template = { ...bare, partials };
    const values = readContextText(text.context, contextFile);
    const shown = await edges.templates.check(template, values, signal);
    findings.push(
      ...shown.map(({ where, partial = '', ...found }) => ({
        ...found,
        file: partials.get(partial)?.file ?? (where === 'content' ? contentFile : contextFile),
      })),
    );
    if (shown.some(({ level }) => level === 'error')) return { slug, name, path, pages, findings };
    const built = await buildTemplatePart(template, values, edges, signal);
    add(
      'error',
      built.findings.map((finding) => ({ ...finding, code: 'missing_asset' })),
    );
    add('warning', describeFiles(built.files, contentFile));
    const rendered = await edges.renderer.render({ parts: built.part }, signal);
    pages = rendered.pages;
    for (const finding of describeWarnings(rendered.warnings, built.findings, template)) {
      add(finding.code.startsWith('resource') ? 'error' : 'warning', [finding]);
    }
    add('error', (await edges.references?.check(slug, rendered.pdf, contentFile)) ?? []);
  } catch (error) {
    signal.throwIfAborted();
    add('error', [explain(error, contentFile)]);
  }
  return { slug, name, path, pages, findings };
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
    return [{ code: 'template_json', message: withoutFile(error.message, file), file }];
  }
}

/** Finds links in place of files. Push refuses them, and what they lead to may be anybody's. */
async function findLinks({ folder = '', contentFile, contextFile }: PreviewSource): Promise<Finding[]> {
  const files = [
    { file: contentFile, name: fileNames.content, code: 'unreadable' },
    { file: contextFile, name: fileNames.preview_context, code: 'preview_context' },
  ];
  const links: Finding[] = [];
  for (const { file, name, code } of files) {
    const facts = await lstat(join(folder, name)).catch(() => undefined);
    if (facts?.isSymbolicLink()) links.push({ code, message: 'is a symbolic link, which push refuses', file });
  }
  return links;
}

async function readText(source: PreviewSource, signal: AbortSignal): Promise<SourceText> {
  try {
    return await source.read(signal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { contentFile } = source;
    throw new ContextFault(contentFile, withoutFile(error.message, contentFile), undefined, error.fix);
  }
}

function describeFiles(files: readonly string[], file: string): Finding[] {
  if (files.length === 0) return [];
  const names = `${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}`;
  const many = files.length === 1 ? `${names} is` : `${files.length} files (${names}) are`;
  const message = `${many} only on this machine: a stored template has no files; embed as data:, or name by https:`;
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
  const { code, exit, message, why } = describeError(error);
  // Only a rejected request is the template's fault.
  if (exit !== 7) throw error;
  return { code, message: why ?? message, file: contentFile };
}

/** A message without the file in front, which the finding names already. */
function withoutFile(message: string, file: string): string {
  return message.startsWith(file) ? message.slice(file.length).replace(/^:? /, '') : message;
}
