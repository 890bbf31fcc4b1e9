import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Metadata, Options, PageOverlay, Part, TocPart } from '../../../contract/index.ts';
import { nearestName } from '../../../folders/index.ts';
import type { Context } from '../../command/context.ts';
import { nameTemplateFolder, type PlannedSource, planSources } from '../../documents/plan-source.ts';
import { readInputText } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import { parseMargin, parsePageSize } from '../../settings/rows/page-lengths.ts';

/** A document that a file describes: its sources in their order, with what is said of each. */
export interface Book {
  entries: readonly BookEntry[];
  options: Options;
  metadata: Metadata;
  overlays: readonly BookOverlay[];
}

/** A source of a book with fields of its part, or contents. */
export type BookEntry = { toc: TocPart; fields: Part } | { source: PlannedSource; fields: Part };

/** An overlay of a book: a file, or a text, with fields of the overlay. */
export interface BookOverlay {
  file?: string;
  fields: Omit<PageOverlay, 'pdf' | 'html' | 'image' | 'assets'>;
}

type Fields = Record<string, unknown>;

const metadataKeys = ['title', 'author', 'subject', 'keywords'] as const;
const designKeys = ['size', 'margin', 'header', 'footer', 'theme', 'css', 'options'];
const sourceKeys = ['file', 'url', 'template', 'toc'];
const bookKeys = [...metadataKeys, ...designKeys, 'parts', 'overlays'];
const partKeys = [...sourceKeys, ...designKeys, 'title', 'name', 'context'];
const overlayKeys = ['file', 'text', 'pages', 'layer', 'fit', 'position', 'opacity', 'rotate'];

/** Whether a source is a book: a YAML file. */
export function isBook(source: string): boolean {
  return /[^/\\]\.ya?ml$/i.test(source) && !/^[a-z][a-z\d+.-]+:/i.test(source);
}

/**
 * Reads a book. Paths start from its folder, and lead to files below it, or below `root`. Throws `input_invalid` that names the field, and
 * `input_missing`.
 */
export async function readBook(file: string, root: string | undefined, context: Context): Promise<Book> {
  const reader = new BookReader(file, root, context);
  const book = reader.check('', await readYaml(file, context), bookKeys);
  const { parts, overlays = [] } = book;
  if (!Array.isArray(parts) || parts.length === 0) throw reader.refuse('parts', 'must be a list of sources');
  if (!Array.isArray(overlays)) throw reader.refuse('overlays', 'must be a list');
  const metadata = Object.fromEntries(
    metadataKeys.flatMap((key) => (book[key] === undefined ? [] : [[key, String(book[key])]])),
  );
  const entries: BookEntry[] = [];
  for (const [index, part] of parts.entries()) entries.push(await reader.readPart(`parts[${index}]`, part));
  return {
    entries,
    options: await reader.readOptions('', book),
    metadata,
    overlays: overlays.map((overlay, index) => reader.readOverlay(`overlays[${index}]`, overlay)),
  };
}

async function readYaml(file: string, { io }: Context): Promise<unknown> {
  const text = await readInputText(file, 'the book', io);
  const { parse, YAMLError } = await import('yaml');
  try {
    // Through JSON, because YAML also knows shared and circular values.
    return JSON.parse(JSON.stringify(parse(text, { schema: 'core', logLevel: 'error' })) ?? 'null');
  } catch (cause) {
    const line = cause instanceof YAMLError ? ` in line ${cause.linePos?.[0].line ?? 1}` : '';
    throw new CommandError('input_invalid', `${file} is not valid YAML${line}`, { cause });
  }
}

class BookReader {
  readonly #file: string;
  readonly #root: string | undefined;
  readonly #context: Context;

  constructor(file: string, root: string | undefined, context: Context) {
    this.#file = file;
    this.#root = root;
    this.#context = context;
  }

  refuse(field: string, problem: string): CommandError {
    return new CommandError('input_invalid', `${this.#file}: ${field} ${problem}`);
  }

  /** The fields of a mapping with known keys. */
  check(at: string, value: unknown, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.refuse(at || 'the book', 'must be a mapping of fields');
    }
    const unknown = Object.keys(value).find((key) => !known.includes(key));
    if (unknown === undefined) return value as Fields;
    const meant = nearestName(unknown, known);
    throw new CommandError('input_invalid', `${this.#file}: ${nameField(at, unknown)} is not a field`, {
      fix: meant === undefined ? `use ${known.join(', ')}` : `did you mean ${meant}?`,
    });
  }

  async readPart(at: string, value: unknown): Promise<BookEntry> {
    if (value === 'toc') return { toc: {}, fields: {} };
    if (typeof value === 'string') return { source: this.#plan(at, value), fields: {} };
    const part = this.check(at, value, partKeys);
    const sources = sourceKeys.filter((key) => part[key] !== undefined);
    if (sources.length !== 1) throw this.refuse(at, `must have one of ${sourceKeys.join(', ')}`);
    const { file, url, template, toc, title, name, context } = part;
    const options = await this.readOptions(at, part);
    const fields = {
      ...(title !== undefined && { title: String(title) }),
      ...(name !== undefined && { name: String(name) }),
      ...(context !== undefined && { context }),
      ...(Object.keys(options).length > 0 && { options }),
    };
    if (toc !== undefined) return { toc: this.#readToc(nameField(at, 'toc'), toc), fields: fields as Part };
    const source = this.#plan(nameField(at, sources[0] as string), file ?? url ?? nameTemplate(template));
    return { source, fields: fields as Part };
  }

  /** Page options, with the short names of the front matter. */
  async readOptions(at: string, { size, margin, header, footer, theme, css, options = {} }: Fields): Promise<Options> {
    const pageSize = size === undefined ? undefined : parsePageSize(String(size));
    if (size !== undefined && pageSize === undefined) throw this.refuse(nameField(at, 'size'), 'is not a page size');
    const sides = margin === undefined ? undefined : parseMargin(String(margin));
    if (margin !== undefined && sides === undefined)
      throw this.refuse(nameField(at, 'margin'), 'must be one to four lengths such as 20mm');
    const sheets = css === undefined ? undefined : await this.#readSheets(nameField(at, 'css'), [css].flat());
    const given = { page_size: pageSize, margin: sides, header, footer, theme, css: sheets };
    const named = Object.fromEntries(Object.entries(given).filter(([, field]) => field !== undefined));
    return { ...named, ...this.#readMapping(nameField(at, 'options'), options) } as Options;
  }

  readOverlay(at: string, value: unknown): BookOverlay {
    const { file, ...fields } = this.check(at, value, overlayKeys);
    if ((file === undefined) === (fields.text === undefined)) throw this.refuse(at, 'must have one of file, text');
    return { ...(file !== undefined && { file: this.#locate(nameField(at, 'file'), file) }), fields };
  }

  #readToc(at: string, value: unknown): TocPart {
    if (value === true) return {};
    if (typeof value === 'number') return { depth: value };
    return this.check(at, value, ['title', 'depth']) as TocPart;
  }

  #readMapping(at: string, value: unknown): Fields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    throw this.refuse(at, 'must be a mapping of fields');
  }

  async #readSheets(at: string, files: unknown[]): Promise<string[]> {
    const { inlineSheet } = await import('../../documents/inline-sheet.ts');
    const edges = { io: this.#context.io, output: this.#context.output, root: undefined };
    const sheets: string[] = [];
    for (const file of files) sheets.push(await inlineSheet(this.#locate(at, file), `${this.#file}: ${at}`, edges));
    return sheets;
  }

  #plan(at: string, value: unknown): PlannedSource {
    if (typeof value !== 'string' || value === '' || value === '-') throw this.refuse(at, 'must be a source');
    const [planned] = planSources([value], undefined, 1);
    if (planned?.kind === 'file') return { ...planned, file: this.#locate(at, planned.file) };
    if (planned?.kind === 'template-folder') return { ...planned, folder: this.#locate(at, planned.folder) };
    return planned as PlannedSource;
  }

  /** A path from the current folder. One outside of the folder of the book is refused: a book that you were given must not print your files. */
  #locate(at: string, value: unknown): string {
    if (typeof value !== 'string' || value === '') throw this.refuse(at, 'must be a path');
    const { cwd } = this.#context.io;
    const folder = dirname(this.#file);
    const path = isAbsolute(value) ? value : join(folder, value);
    const below = relative(resolve(cwd, this.#root ?? folder), resolve(cwd, path));
    if (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)) return path;
    throw new CommandError('input_invalid', `${this.#file}: ${at} is outside of its folder`, {
      fix: 'move the file into that folder, or name a larger folder with --root',
    });
  }
}

function nameTemplate(template: unknown): unknown {
  if (typeof template !== 'string') return template;
  return /^[.\\/]/.test(template) ? nameTemplateFolder(template) : `template:${template}`;
}

/** The name of a field inside of another. */
function nameField(at: string, field: string): string {
  return at === '' ? field : `${at}.${field}`;
}
