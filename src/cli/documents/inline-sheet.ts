import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { decodeStyleSheet } from '../files/decode-document.ts';
import { findSpelling } from '../files/find-spelling.ts';
import { readInputBytes } from '../files/read-input.ts';
import type { Io } from '../output/io.ts';
import type { Output } from '../output/output.ts';
import { safeText } from '../output/safe-text.ts';
import { type CssReference, placeCssReferences } from './assets/css-references.ts';
import { loadAsset } from './assets/load-asset.ts';
import { documentAddress, locateAsset, type Place } from './assets/locate-asset.ts';
import { RequestSize } from './request-size.ts';

/** Where a style sheet may find its files. */
interface SheetEdges {
  io: Io;
  output: Pick<Output, 'warn'>;
  /** The real path of the folder that its files may not be outside of. Default: its own folder. */
  root: string | undefined;
}

/** A style sheet that is being read, with those that import it. */
interface Reading extends SheetEdges {
  root: string;
  size: RequestSize;
  open: readonly (string | undefined)[];
}

/**
 * Reads a style sheet of the command line. Its fonts and images become data in it, and imported files replace their imports, so that it is
 * the same for a document of any source. The same files are allowed as for documents. `flag` names it in errors.
 */
export async function inlineSheet(source: string, flag: string, edges: SheetEdges): Promise<string> {
  const bytes = await readInputBytes(source, flag, edges.io);
  const file = source === '-' ? undefined : await realpath(await findSpelling(resolve(edges.io.cwd, source)));
  const folder = file === undefined ? await realpath(edges.io.cwd) : dirname(file);
  const root = edges.root ?? folder;
  const steps = relative(root, folder).split(sep).filter(Boolean);
  const place: Place = {
    address: documentAddress,
    folder: steps.includes('..') ? undefined : steps.map(encodeURIComponent),
  };
  const reading: Reading = { ...edges, root, size: new RequestSize(), open: [file] };
  return inline(source === '-' ? 'stdin' : source, bytes, place, reading);
}

async function inline(name: string, bytes: Buffer, place: Place, reading: Reading): Promise<string> {
  const text = decodeStyleSheet(bytes);
  reading.size.addText(safeText(name), text);
  let written = '';
  let at = 0;
  for (const reference of await placeCssReferences(text)) {
    const found = await load(name, reference, place, reading);
    if (found === undefined) continue;
    const { start, end } = reference.rule && found.css !== undefined ? reference.rule : reference;
    written += text.slice(at, start);
    if (reference.rule && found.css !== undefined) written += wrapImport(text, reference, found.css);
    else written += reference.isString ? `"${found.data}"` : `url("${found.data}")`;
    at = end;
  }
  return written + text.slice(at);
}

/** The file of a reference, as data or as a style sheet; undefined if it stays as it is written. */
async function load(
  name: string,
  { address, line, rule }: CssReference,
  place: Place,
  reading: Reading,
): Promise<{ data?: string; css?: string } | undefined> {
  const where = `${safeText(name)}:${line}`;
  const leaveOut = (why: string): undefined => {
    const shown = safeText(address).slice(0, 200);
    const text =
      why === 'cannot be found' ? `${where}: cannot find ${shown}` : `${where}: ${shown} is left out: it ${why}`;
    reading.output.warn({ code: 'resource_missing', text });
  };
  const located = locateAsset(address, place, { rootNamed: true, platform: reading.io.platform });
  if (located.kind === 'elsewhere') return undefined;
  if (located.kind === 'refused') return leaveOut(located.why);
  const loaded = await loadAsset(reading.root, located.path, (bytes) => reading.size.addBytes(located.key, bytes));
  if ('problem' in loaded) return leaveOut(loaded.problem);
  if (rule !== undefined) {
    if (reading.open.includes(loaded.file)) return { css: '' };
    const inner = { ...reading, open: [...reading.open, loaded.file] };
    return { css: await inline(located.key, loaded.bytes, located.place, inner) };
  }
  const fragment = /#.*$/s.exec(address)?.[0] ?? '';
  const quoted = encodeURI(fragment).replaceAll("'", '%27');
  return { data: `data:${loaded.type};base64,${loaded.bytes.toString('base64')}${quoted}` };
}

/** An imported style sheet with the layer and the conditions of its import (CSS Cascade 5, section 4.1). */
function wrapImport(text: string, { end, rule }: CssReference, css: string): string {
  const rest = text
    .slice(end, rule?.end)
    .replace(/^\s*\)/, '')
    .replace(/;\s*$/, '')
    .trim();
  const [, layer, name, conditions = ''] = /^(layer(?:\(\s*([^)]*?)\s*\))?(?=\s|$))?\s*(.*)$/s.exec(rest) ?? [];
  const { supports, media } = divideConditions(conditions);
  let wrapped = `\n${css}\n`;
  if (media !== '') wrapped = `@media ${media} {${wrapped}}\n`;
  if (supports !== undefined) wrapped = `@supports (${supports}) {${wrapped}}\n`;
  if (layer !== undefined) wrapped = `@layer ${name ?? ''} {${wrapped}}\n`;
  return wrapped;
}

/** The condition within `supports()`, which may have brackets in brackets, and the media behind it. */
function divideConditions(text: string): { supports?: string; media: string } {
  if (!text.startsWith('supports(')) return { media: text };
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1;
    if (depth === 0) return { supports: text.slice('supports('.length, index), media: text.slice(index + 1).trim() };
  }
  return { media: text };
}
