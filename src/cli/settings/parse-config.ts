import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { isProfileName } from './setting-kinds.ts';
import {
  checkFileValue,
  checkSettingName,
  type FileSetting,
  type FileSettings,
  fileError,
  type SettingsFile,
  showName,
} from './settings-file.ts';
import type { SettingName } from './settings-table.ts';

/** How a config file is written. JSON is strict: no comments, no trailing commas. */
type ConfigFormat = 'yaml' | 'json';

/**
 * Parses a config file: settings by name, and `profiles` with settings by profile. YAML is version 1.2 without anchors and tags.
 * Unknown names, wrong types and doubled keys are `config_invalid` with file and line. An empty value counts as unset.
 */
export function parseConfig(path: string, text: string, format: ConfigFormat): SettingsFile {
  const { document, lines } = parseText(path, text, format);
  return readTop(path, document.contents, lines);
}

/** Parses the `platen` member of a package.json; null without one. */
export function parsePackageConfig(path: string, text: string): SettingsFile | null {
  const data: unknown = parseJson(path, text);
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'platen')) return null;
  const { document, lines } = parseText(path, text, 'json');
  const member = document.get('platen', true) as Node | undefined;
  // Trust covers this member alone: else every new dependency would end it.
  return readTop(path, member ?? null, lines);
}

/** Parses a text with its comments and positions. Errors name file and line. */
export function parseText(
  path: string,
  text: string,
  format: ConfigFormat,
): { document: Document; lines: LineCounter } {
  const lines = new LineCounter();
  const plain = text.replace(/^\ufeff/, '');
  if (plain.includes('\ufffd')) {
    const line = plain.slice(0, plain.indexOf('\ufffd')).split('\n').length;
    throw fileError(path, line, 'there are bytes that are not UTF-8', 'save the file as UTF-8');
  }
  if (format === 'json' && plain.trim() !== '') parseJson(path, plain);
  const document = parseDocument(plain, { lineCounter: lines, prettyErrors: false, uniqueKeys: false }) as Document;
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    // The parser reports an overflow of its stack as an error of the text.
    const message = problem.message.includes('call stack') ? 'nested too deeply' : problem.message.split('\n')[0];
    throw fileError(path, lines.linePos(problem.pos[0]).line, message ?? 'not valid YAML');
  }
  return { document, lines };
}

function parseJson(path: string, text: string): unknown {
  const plain = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(plain);
  } catch (error) {
    const { message } = error as Error;
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? plain.length);
    throw fileError(path, plain.slice(0, offset).split('\n').length, `not valid JSON: ${withoutQuote(message)}`);
  }
}

/** Removes the text that JSON.parse quotes, which may be a key. */
function withoutQuote(message: string): string {
  return message
    .replace(/,? *"?\.\.\..*$/s, '')
    .replace(/, *".*" is not valid JSON$/s, '')
    .replace(/ \(line.*$/s, '');
}

function readTop(path: string, contents: unknown, lines: LineCounter): SettingsFile {
  const reader = new MapReader(path, lines);
  const values = new Map<SettingName, FileSetting>();
  const profiles = new Map<string, FileSettings>();
  for (const { name, value, line } of reader.entries(contents as Node | null, 'the file')) {
    if (name === 'profiles') {
      for (const profile of reader.entries(value, '"profiles"')) {
        if (!isProfileName(profile.name)) {
          const rule = 'must be made of letters, digits, ".", "-" and "_"';
          throw fileError(path, profile.line, `the profile name ${showName(profile.name)} ${rule}`);
        }
        profiles.set(profile.name, readProfile(reader, profile.name, profile.value));
      }
      continue;
    }
    reader.readInto(values, { name, value, line }, '');
  }
  return { path, values, profiles };
}

function readProfile(reader: MapReader, profile: string, contents: Node | null): FileSettings {
  const values = new Map<SettingName, FileSetting>();
  for (const { name, value, line } of reader.entries(contents, `the profile "${profile}"`)) {
    if (name === 'profile' || name === 'profiles') {
      throw fileError(reader.path, line, `${name} cannot be inside a profile`);
    }
    reader.readInto(values, { name, value, line }, `profiles.${profile}.`);
  }
  return values;
}

interface Entry {
  name: string;
  value: Node | null;
  line: number;
}

/** Reads the maps of a file, with the line of each entry. It never expands nodes, so an alias cannot explode. */
class MapReader {
  readonly path: string;
  readonly #lines: LineCounter;

  constructor(path: string, lines: LineCounter) {
    this.path = path;
    this.#lines = lines;
  }

  entries(node: Node | null, where: string): Entry[] {
    if (node === null || (isScalar(node) && node.value === null)) return [];
    if (!isMap(node)) throw fileError(this.path, this.#line(node), `${where} must have settings as "name: value"`);
    const entries = (node as YAMLMap).items.map((pair) => this.#entry(pair as Pair));
    // The parser's own check takes quadratic time.
    const seen = new Set<string>();
    for (const { name, line } of entries) {
      if (seen.has(name)) throw fileError(this.path, line, `${showName(name)} is here for the second time`);
      seen.add(name);
    }
    return entries;
  }

  /** Reads an entry: a setting or the group `render` of settings. `above` is what its name follows in messages. */
  readInto(values: Map<SettingName, FileSetting>, { name, value, line }: Entry, above: string): void {
    if (name === 'render') {
      for (const entry of this.entries(value, `"${above}render"`)) this.#readSetting(values, entry, above, 'render.');
      return;
    }
    if (name.startsWith('render.')) {
      const fix = `write "render:", and ${showName(name.slice('render.'.length))} indented below it`;
      throw fileError(this.path, line, `${showName(name)} is a setting in a group`, fix);
    }
    this.#readSetting(values, { name, value, line }, above, '');
  }

  #readSetting(
    values: Map<SettingName, FileSetting>,
    { name: word, value, line }: Entry,
    above: string,
    group: string,
  ): void {
    const name = checkSettingName(this.path, line, `${group}${word}`);
    const data = this.#data(value);
    if (data === null || data === '') return;
    const place = { path: this.path, line, name: `${above}${name}` };
    values.set(
      name,
      checkFileValue(place, name, (kind) => kind.fromData(data)),
    );
  }

  #entry({ key, value }: Pair): Entry {
    const line = this.#line(key);
    if (!isScalar(key)) throw fileError(this.path, line, 'a name must be plain text');
    return { name: String(key.value), value: value as Node | null, line };
  }

  #data(node: Node | null): unknown {
    if (node === null) return null;
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item) => this.#data(item as Node | null));
    if (isMap(node)) return {};
    throw fileError(this.path, this.#line(node), 'aliases (*name) are not understood here; write the value out');
  }

  #line(node: unknown): number {
    const start = (node as Node | null)?.range?.[0];
    return start === undefined ? 1 : this.#lines.linePos(start).line;
  }
}
