import type { TemplateFinding } from '../../../contract/index.ts';
import { nearestName } from '../../../folders/index.ts';
import type { TemplateSources } from '../explain-problem.ts';
import { findTags } from './liquid-tags.ts';

/** A template with its preview context. */
interface RenderedTemplate extends TemplateSources {
  values: object;
}

/** Properties of lists and texts in Liquid. */
const builtIn = new Set(['size', 'first', 'last']);

/**
 * Compares the paths that a template uses with its preview context: a path without a value prints nothing, a value without a
 * path may be a leftover. Fields of loop variables are compared with those of the items. Everything below a computed step
 * counts as used, because it is unknown what the step reads.
 */
export function checkVariables(paths: readonly string[], template: RenderedTemplate): TemplateFinding[] {
  const used = paths.map(parsePath);
  const missing = new Map<string, TemplateFinding>();
  for (const path of used) {
    const known = walk(template.values, path);
    if (known === undefined) continue;
    const name = formatPath(path.slice(0, known.depth + 1));
    if (!missing.has(name))
      missing.set(name, describeMissing(name, formatPath(path.slice(0, known.depth)), known.at, template));
  }
  for (const finding of checkLoops(template)) missing.set(finding.message, finding);
  const unused = findUnused(template.values, used).map((path) => ({
    level: 'warning' as const,
    code: 'unused_value',
    message: `${path} is not used by the template`,
    where: 'values' as const,
  }));
  return [...missing.values(), ...unused];
}

type Path = (string | number | null)[];

/** Splits `a.b[0]['x y'][k]` into its steps; a computed step is null. */
export function parsePath(path: string): Path {
  return [...path.matchAll(/\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|([^.[\]]+)/g)].map(
    ([, index, single, double, computed, name]) => {
      if (index !== undefined) return Number(index);
      return computed !== undefined ? null : (single ?? double ?? name ?? '');
    },
  );
}

/** Where a path stops in a value; undefined if it ends at a value, or where that is unknown. */
function walk(value: unknown, path: Path): { depth: number; at: object } | undefined {
  let at: unknown = value;
  for (const [depth, step] of path.entries()) {
    // Null says that there is no value this time; an empty list says nothing of its items.
    if (step === null || at === null || at === undefined) return undefined;
    if (typeof step === 'number') {
      if (!Array.isArray(at)) return undefined;
      at = at[step];
    } else if (Array.isArray(at) || typeof at === 'string') {
      if (!builtIn.has(step)) return undefined;
      at = Array.isArray(at) && step !== 'size' ? at.at(step === 'first' ? 0 : -1) : undefined;
    } else if (typeof at !== 'object') return undefined;
    else if (!Object.hasOwn(at, step)) return step === 'size' ? undefined : { depth, at };
    else at = (at as Record<string, unknown>)[step];
  }
  return undefined;
}

function describeMissing(name: string, parent: string, at: object, template: RenderedTemplate): TemplateFinding {
  const near = nearestName(name.slice(parent === '' ? 0 : parent.length + 1), Object.keys(at));
  const hint = near === undefined ? '' : `; did you mean ${parent === '' ? near : `${parent}.${near}`}?`;
  return {
    level: 'warning',
    code: 'unknown_variable',
    message: `${name} is not in the preview context${hint}`,
    where: 'content',
    ...locatePath(template, name),
  };
}

function locatePath({ content, partials }: TemplateSources, name: string): Partial<TemplateFinding> {
  const words = new RegExp(`(?<![\\w.-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
  for (const [partial, source] of [[undefined, content] as const, ...Object.entries(partials)]) {
    for (const { text, offset } of findTags(source)) {
      const found = words.exec(text);
      if (found) return { ...(partial !== undefined && { partial }), ...locateOffset(source, offset + found.index) };
    }
  }
  return {};
}

/** Finds fields of loop variables that no item has. */
function checkLoops({ content, values }: RenderedTemplate): TemplateFinding[] {
  const items = new Map<string, unknown[]>();
  const findings: TemplateFinding[] = [];
  const seen = new Set<string>();
  const resolve = (path: string): unknown[] => {
    const [first = '', ...rest] = parsePath(path);
    const starts = items.get(String(first)) ?? [(values as Record<string, unknown>)[String(first)]];
    return starts.map((start) => follow(start, rest));
  };
  for (const { text, offset } of findTags(content)) {
    const loop = /^\s*(?:for|tablerow)\s+([\w-]+)\s+in\s+([\w.[\]-]+)/.exec(text);
    if (loop) {
      const [, name = '', list = ''] = loop;
      const found = resolve(list).flatMap((item) => (Array.isArray(item) ? item : []));
      // A variable of several loops may have the fields of any of their items.
      items.set(name, [...(items.get(name) ?? []), ...found]);
    }
    for (const match of text.matchAll(/(?<![\w.-])([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)/g)) {
      const [path, name = '', field = ''] = match;
      const known = (items.get(name) ?? []).filter((item) => typeof item === 'object' && item !== null);
      if (known.length === 0 || builtIn.has(field) || seen.has(path)) continue;
      if (known.some((item) => Array.isArray(item) || Object.hasOwn(item as object, field))) continue;
      seen.add(path);
      const near = nearestName(field, new Set(known.flatMap((item) => Object.keys(item as object))));
      const hint = near === undefined ? '' : `; did you mean ${name}.${near}?`;
      findings.push({
        level: 'warning',
        code: 'unknown_variable',
        message: `${path}: no item in the preview context has ${field}${hint}`,
        where: 'content',
        ...locateOffset(content, offset + match.index),
      });
    }
  }
  return findings;
}

function follow(start: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && step !== null ? (at as Record<string, unknown>)[step] : undefined,
    start,
  );
}

/** The outermost values that no path reads. A list counts as a whole. */
function findUnused(values: object, used: readonly Path[], prefix: Path = []): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = [...prefix, name];
    const touching = used.filter((other) =>
      other.every((step, index) => index >= path.length || step === null || step === path[index]),
    );
    if (touching.length === 0) return [formatPath(path)];
    const whole = touching.some(
      (other) => other.length <= path.length || other.slice(0, path.length + 1).includes(null),
    );
    const deeper = typeof value === 'object' && value !== null && !Array.isArray(value);
    return whole || !deeper ? [] : findUnused(value, touching, path);
  });
}

function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      const name = step ?? '';
      if (!/^[\w-]+$/.test(name)) return `[${JSON.stringify(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

/** Line and column of an offset in a text, both from 1; the column in UTF-16 units. */
export function locateOffset(text: string, offset: number): { line: number; column: number } {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return { line: countLines(text, lineStart), column: offset - lineStart + 1 };
}

function countLines(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
