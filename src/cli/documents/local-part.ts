import { fileURLToPath } from 'node:url';
import type { Part } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import { buildRelativeNames, type CollectEdges, type CollectOptions, collectParts } from './collect-parts.ts';
import { nameTemplateFolder, type PlannedSource, planSources } from './plan-source.ts';
import type { SourceWarning } from './read-parts.ts';

/** A part that names a file or a template folder of this machine, or has its template as an object. */
interface LocalPart extends Pick<Part, 'assets' | 'context' | 'name'> {
  /** An HTML, Markdown or PDF file. */
  file?: unknown;
  /** A template folder, or a template as text, with its values. */
  template?: LocalTemplateChoice;
  /** The folder that files of the part may come from. Default: that of the document. */
  root?: unknown;
}

interface LocalTemplateChoice {
  folder?: unknown;
  content?: unknown;
  /** The name of a set of values of the folder. */
  values?: unknown;
  context?: object;
}

/** A part with the content of its files. */
interface ReadPart {
  part: unknown;
  warnings: SourceWarning[];
  /** The path of a document without a name. */
  unnamed?: string | undefined;
}

/** The fields of a part that say what it is, besides those of a local one. */
const sourceKeys = ['url', 'html', 'markdown', 'liquid', 'pdf', 'image'];

/**
 * Reads the files that parts name: `{ file }` and `{ template: { folder } }`, with the images, fonts and style sheets that they use, as
 * sources of `render pdf` do. `{ template: { content } }` becomes `liquid` of the request. Other parts stay unchanged. Throws
 * `input_invalid` and the errors of `collectParts`, with the index of the part.
 */
export async function readLocalParts(
  parts: unknown,
  edges: CollectEdges,
): Promise<{ parts: unknown; warnings: SourceWarning[] }> {
  const list = Array.isArray(parts) ? parts : [parts];
  const read = await Promise.all(
    list.map((part, index) =>
      readLocalPart(part, edges).catch((error: unknown) => {
        throw error instanceof CommandError ? Object.assign(sayFields(error), { part: index }) : error;
      }),
    ),
  );
  const warnings = read.flatMap((one, part) =>
    one.warnings.map((warning) => ({ ...warning, part, text: nameField(warning.text) })),
  );
  // As on the command line: links between documents need names.
  const names = buildRelativeNames(list.length > 1 ? read.flatMap(({ unnamed = [] }) => unnamed) : []);
  const named = read.map(({ part, unnamed = '' }) => {
    const name = names.get(unnamed);
    return name === undefined ? part : { ...(part as object), name };
  });
  return { parts: Array.isArray(parts) ? named : named[0], warnings };
}

/** Whether `readLocalParts` changes this part. */
export function isLocalPart(part: unknown): part is LocalPart {
  if (typeof part !== 'object' || part === null) return false;
  const { file, template } = part as LocalPart;
  const isChoice = typeof template === 'object' && template !== null;
  return file !== undefined || (isChoice && (template.folder !== undefined || template.content !== undefined));
}

async function readLocalPart(part: unknown, edges: CollectEdges): Promise<ReadPart> {
  if (!isLocalPart(part)) return { part, warnings: [] };
  const { file, template, root, context: _, assets, ...rest } = part;
  refuseOthers(part);
  const context = template?.context ?? part.context;
  if (template?.content !== undefined) {
    const liquid = { liquid: template.content, ...(context && { context }), ...(assets && { assets }) };
    return { part: { ...liquid, ...rest }, warnings: [] };
  }
  const options: CollectOptions = {
    ...(root !== undefined && { root: readPath(root, '"root"') }),
    ...(context && { context }),
    ...(template?.values !== undefined && { values: readName(template.values) }),
  };
  const source = planFile(file, template?.folder);
  const { parts, files, warnings } = await collectParts([source], options, edges);
  const found = parts as Part;
  const all = found.assets || assets ? { assets: { ...found.assets, ...assets } } : {};
  return { part: { ...found, ...rest, ...all }, warnings, unnamed: part.name === undefined ? files[0] : undefined };
}

/** Throws `input_invalid` for fields that contradict each other, of which one would have no effect. */
function refuseOthers({ file, template, context, root, ...rest }: LocalPart): void {
  const own = file === undefined ? 'template' : 'file';
  const other = file !== undefined && template ? 'template' : sourceKeys.find((key) => Object.hasOwn(rest, key));
  if (other !== undefined) throw new CommandError('input_invalid', `"${own}" and "${other}" cannot be in one part`);
  const { folder, content, values, context: inner, ...unknown } = template ?? {};
  const [misspelt] = Object.keys(unknown);
  if (misspelt !== undefined) {
    throw new CommandError('input_invalid', `"template" has no "${misspelt}"`, {
      fix: 'it has "folder" or "content", "values" and "context"',
    });
  }
  if (folder !== undefined && content !== undefined) {
    throw new CommandError('input_invalid', '"folder" and "content" cannot be in one "template"');
  }
  if (context !== undefined && inner !== undefined) {
    throw new CommandError('input_invalid', '"context" is given twice: in the part, and in its "template"');
  }
  if (values !== undefined && (context ?? inner ?? content) !== undefined) {
    throw new CommandError('input_invalid', '"values" names values of the folder, and the part has its own');
  }
  if (context !== undefined && file !== undefined) {
    throw new CommandError('input_invalid', '"context" is for templates, and the part is a file');
  }
  if (root !== undefined && content !== undefined) {
    throw new CommandError('input_invalid', '"root" is for files, and the part is a text');
  }
}

/** The file or folder as a source of the command line. */
function planFile(file: unknown, folder: unknown): PlannedSource {
  const path = file === undefined ? readPath(folder, '"template": {"folder"}') : readPath(file, '"file"');
  const [planned] = planSources([file === undefined ? nameTemplateFolder(path) : path], undefined, 1);
  if (planned?.kind === 'file' || planned?.kind === 'template-folder') return planned;
  throw new CommandError('usage', `${path} is not a file`);
}

function readName(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new CommandError('input_invalid', '"values" must be a name');
}

/** A path, or the URL of a file as `new URL('invoice.html', import.meta.url)` makes it. */
function readPath(value: unknown, field: string): string {
  if (value instanceof URL && value.protocol === 'file:') return fileURLToPath(value);
  if (typeof value === 'string' && value !== '' && value !== '-') return value;
  throw new CommandError('input_invalid', `${field} must be a path`);
}

/** The same error with fields of a part instead of flags. */
function sayFields(error: CommandError): CommandError {
  const { code, message, why, fix, cause } = error;
  if (![message, why, fix].some((text) => text?.includes('--root'))) return error;
  return new CommandError(code, nameField(message), {
    ...(why !== undefined && { why: nameField(why) }),
    ...(fix !== undefined && { fix: nameField(fix) }),
    cause,
  });
}

function nameField(text: string): string {
  return text.replace(/--root( <dir>)?/g, '"root"');
}
