import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAbove } from '../../../browser/index.ts';
import type { Programs } from '../../../injected/calls.ts';

/** A program that runs in an isolated world of a document. */
export type IsolatedProgram = 'page' | 'paged' | 'footnotes' | 'hyphenation' | 'forms';

/** A program of `src/injected`, by the name of its file in dist/injected/. */
export type ProgramName = IsolatedProgram | keyof Programs;

const programs = new Map<ProgramName, string>();

/** The script of a program, which defines a variable of its name. Read once in the life of a process. */
export function readProgram(name: ProgramName): string {
  const known = programs.get(name);
  if (known !== undefined) return known;
  const path = findAbove(join('dist', 'injected', `${name}.js`));
  if (path === undefined) throw new Error(`dist/injected/${name}.js is missing: npm run build`);
  const program = readFileSync(path, 'utf8');
  programs.set(name, program);
  return program;
}

/** An expression that runs a program which is one function. It leaves no name in the page. */
export function composeProgram<N extends keyof Programs>(name: N, ...args: Parameters<Programs[N]>): string {
  return `(() => {\n${readProgram(name)}\nreturn ${name}(${args.map((value) => JSON.stringify(value)).join(', ')});\n})()`;
}

/**
 * The event that moves the clock of a document on (`src/injected/settle/clock.ts`). Its name is random, so that no page sends it by
 * accident; a page that finds it out moves nothing but its own clock.
 */
export const stepEvent = `step-${randomUUID()}`;
