import { EngineError } from '../../children/index.ts';
import type { Metadata } from '../../contract/index.ts';
import { nearestName } from '../../folders/index.ts';
import { defaultDepth } from './build-contents.ts';

/** What a document says about itself in its YAML front matter. */
export interface FrontMatter extends Pick<Metadata, 'title' | 'author' | 'subject' | 'keywords' | 'created'> {
  /** A language tag (BCP 47). */
  lang?: string;
  /** Page options, not yet checked. */
  options?: object;
}

/** A document without its front matter. */
interface SplitDocument {
  matter: FrontMatter;
  /** How deep the contents list after the title is; undefined for none. */
  contents?: number | undefined;
  /** URLs of its style sheets. */
  sheets: readonly string[];
  /** The keys that mean nothing here, each with what was probably meant. */
  ignored: string[];
  text: string;
  /** Lines of the source before the text. */
  linesBefore: number;
}

// A blank line after the dashes makes them a thematic break, as pandoc has it.
const fence = /^---[ \t]*\r?\n(?![ \t]*\r?\n)(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/s;
const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/**
 * Splits a document into its front matter and its text. A document may also begin with a thematic break, so what is
 * between the first two fences is front matter only if it is a YAML mapping or clearly meant as one.
 */
export async function splitFrontMatter(source: string): Promise<SplitDocument> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const found = fence.exec(text);
  const yaml = found?.[1] ?? '';
  const read = found === null || yaml.trim() === '' ? {} : await readYaml(yaml);
  if (found === null || read === undefined) return { matter: {}, sheets: [], ignored: [], text, linesBefore: 0 };
  return {
    matter: readMatter(read),
    contents: readDepth(read.toc),
    sheets: readSheets(read.css),
    ignored: listIgnored(read),
    text: text.slice(found[0].length),
    linesBefore: found[0].split('\n').length - 1,
  };
}

/** The style sheets that the front matter of a document names. One that cannot be read names none. */
export async function listSheets(source: string): Promise<readonly string[]> {
  return splitFrontMatter(source).then(
    ({ sheets }) => sheets,
    () => [],
  );
}

async function readYaml(yaml: string): Promise<Record<string, unknown> | undefined> {
  const { parse, YAMLError } = await import('yaml');
  let read: unknown;
  try {
    // Through JSON, because YAML also knows shared and circular values.
    read = JSON.parse(JSON.stringify(parse(yaml, { schema: 'core', logLevel: 'error' })) ?? 'null');
  } catch (error) {
    if (!/^[\w-]+:\s/.test(yaml)) return undefined;
    const line = error instanceof YAMLError ? (error.linePos?.[0].line ?? 1) + 1 : 1;
    const reason = error instanceof Error ? error.message.split(/ at line |\n/)[0] : 'it cannot be read';
    throw new EngineError('invalid_request', `line ${line}: the front matter is not valid YAML: ${reason}`);
  }
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
}

function readMatter(yaml: Record<string, unknown>): FrontMatter {
  const matter: FrontMatter = {};
  for (const key of ['title', 'author', 'subject', 'keywords'] as const) {
    const text = readText(key, yaml[key]);
    if (text !== undefined) matter[key] = text;
  }
  const lang = readText('lang', yaml.lang);
  if (lang !== undefined) {
    if (!languageTag.test(lang)) throw refuse('lang', 'a language tag such as en or de-AT');
    matter.lang = lang;
  }
  const created = readDate(yaml.date);
  if (created !== undefined) matter.created = created;
  const { options = null } = yaml;
  if (typeof options !== 'object' || Array.isArray(options)) throw refuse('options', 'a mapping');
  const short = Object.entries(shortKeys).filter(([key]) => yaml[key] !== undefined && yaml[key] !== null);
  if (options !== null || short.length > 0)
    matter.options = { ...Object.fromEntries(short.map(([key, option]) => [option, yaml[key]])), ...options };
  return matter;
}

/** Keys that are page options, and the names of these. */
const shortKeys = { size: 'page_size', margin: 'margin', header: 'header', footer: 'footer', theme: 'theme' };

const knownKeys = [
  'title',
  'author',
  'subject',
  'keywords',
  'date',
  'lang',
  'toc',
  'css',
  'options',
  ...Object.keys(shortKeys),
];

function listIgnored(yaml: Record<string, unknown>): string[] {
  const unknown = Object.keys(yaml).filter((key) => !knownKeys.includes(key));
  const ignored = unknown.map((key) => {
    const meant = nearestName(key, knownKeys);
    return meant === undefined ? key : `${key} (did you mean ${meant}?)`;
  });
  const { date = null } = yaml;
  return date === null || readDate(date) !== undefined ? ignored : [...ignored, 'date (write it as 2026-11-26)'];
}

function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function readDepth(value: unknown): number | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return defaultDepth;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 6) return Number(value);
  throw refuse('toc', 'true, false, or a depth from 1 to 6');
}

/** The style sheets of a document: a URL, or a list of them. */
function readSheets(value: unknown): string[] {
  const list = value === undefined || value === null ? [] : [value].flat();
  if (list.every((item) => typeof item === 'string' && item !== '')) return list as string[];
  throw refuse('css', 'the path of a style sheet, or a list of paths');
}

function readText(key: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => readText(key, item) ?? '').join(', ');
  if (typeof value === 'object') throw refuse(key, 'a text');
  return String(value).replace(/\s+/g, ' ').trim() || undefined;
}

function refuse(key: string, wanted: string): EngineError {
  return new EngineError('invalid_request', `the front matter's "${key}" must be ${wanted}`);
}
