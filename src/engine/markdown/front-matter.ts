import type { Metadata } from '../../contract/index.ts';
import { EngineError } from '../engine-error.ts';

/** What a document says about itself in its YAML front matter. Other keys belong to the author and mean nothing here. */
export interface FrontMatter extends Pick<Metadata, 'title' | 'author' | 'subject' | 'keywords'> {
  /** A language tag (BCP 47). */
  lang?: string;
  /** Page options, not yet checked. */
  options?: object;
}

// A blank line after the dashes makes them a thematic break, as pandoc has it.
const fence = /^---[ \t]*\r?\n(?![ \t]*\r?\n)(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/s;
const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/**
 * Splits a document into its front matter and its text. A document may also begin with a thematic break, so what is
 * between the first two fences is front matter only if it is a YAML mapping or clearly meant as one.
 */
export async function splitFrontMatter(source: string): Promise<{ matter: FrontMatter; text: string }> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const found = fence.exec(text);
  const yaml = found?.[1] ?? '';
  if (found === null) return { matter: {}, text };
  const read = yaml.trim() === '' ? {} : await readYaml(yaml);
  if (read === undefined) return { matter: {}, text };
  return { matter: readMatter(read), text: text.slice(found[0].length) };
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
  if (yaml.options !== undefined && yaml.options !== null) {
    if (typeof yaml.options !== 'object' || Array.isArray(yaml.options)) throw refuse('options', 'a mapping');
    matter.options = yaml.options;
  }
  return matter;
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
