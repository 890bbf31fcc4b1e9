import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** One import of a source file. */
export interface Import {
  /** The importing file, relative to `src`, with forward slashes. */
  from: string;
  /** What is imported, as written. */
  to: string;
  /** `type` leaves no trace at run time; `dynamic` is `import()`. */
  kind: 'value' | 'type' | 'dynamic';
}

type Node = { type: string } & Record<string, unknown>;

/** Every import of one file's text: named, bare, type, re-export, dynamic and `import("…").T`. */
export function readImports(text: string, from: string): Import[] {
  const found: Import[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const to = (node.source as { value?: unknown } | undefined)?.value;
    if (typeof to === 'string') {
      if (node.type === 'ImportExpression') found.push({ from, to, kind: 'dynamic' });
      else if (node.type === 'TSImportType') found.push({ from, to, kind: 'type' });
      else found.push({ from, to, kind: isTypeOnly(node) ? 'type' : 'value' });
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(text, { lang: from.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = (node.specifiers ?? []) as { importKind?: string; exportKind?: string }[];
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

/** The TypeScript files below a folder, relative to it. */
export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Every import of every file below a folder. */
export function readAllImports(folder: string): Import[] {
  return listSources(folder).flatMap((file) => readImports(readFileSync(join(folder, file), 'utf8'), file));
}
