import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Io } from '../src/cli/index.ts';
import { parseCommandLine } from '../src/cli/program/program.ts';
import { type Route, routes } from '../src/contract/index.ts';
import { validateBody } from '../src/server/checks/validation.ts';
import { listBlocks } from './helpers/docs-blocks.ts';
import { readCommands } from './helpers/shell-commands.ts';

const root = join(import.meta.dirname, '..');
const blocks = listBlocks();
const commands = blocks.flatMap(({ page, line, script, reason }) =>
  readCommands(script).map((words) => ({ words, reason, place: `${page}:${line}` })),
);

describe('the commands of the documentation', () => {
  it('are of platen as it parses them: commands, flags and the number of arguments', async () => {
    const lines = commands.flatMap(({ words, place }) => {
      const given = findPlatenWords(words);
      return given ? [{ given, place }] : [];
    });
    expect(lines.length).toBeGreaterThan(100);
    const refused: string[] = [];
    for (const { given, place } of lines) {
      await parseCommandLine(given, silent(), '0.0.0').catch((error: Error) => {
        refused.push(`${place} platen ${given.join(' ')}: ${error.message}`);
      });
    }
    expect(refused).toEqual([]);
  });

  it('in sentences and tables have commands and flags of platen; arguments may be left out', async () => {
    const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter(
      (page) => !page.startsWith('docs/decisions/'),
    );
    const spans = pages.flatMap((page) => {
      const spans = readFileSync(join(root, page), 'utf8').match(/(?<!`)`platen [^`]*`(?!`)/g) ?? [];
      return spans.map((span) => ({ page, script: span.slice(1, -1) }));
    });
    expect(spans.length).toBeGreaterThan(100);
    const refused: string[] = [];
    for (const { page, script } of spans) {
      for (const words of readCommands(script)) {
        const given = findPlatenWords(words);
        if (given)
          await parseCommandLine(given, silent(), '0.0.0').catch((error: Error) => {
            if (/^(unknown|too many)/.test(error.message) && !script.includes('<command>'))
              refused.push(`${page} ${script}: ${error.message}`);
          });
      }
    }
    expect(refused).toEqual([]);
  });

  it('of curl name an operation and have a body that its schema accepts', () => {
    const calls = commands.filter(({ words }) => words[0] === 'curl');
    expect(calls.length).toBeGreaterThan(4);
    expect(calls.flatMap(({ words, place }) => findCallFaults(words).map((fault) => `${place} ${fault}`))).toEqual([]);
  });

  it('that no test runs name files, folders and scripts of the repository', () => {
    const listed = commands.filter(({ reason }) => reason !== undefined);
    const paths = listed.flatMap(({ words, place }) =>
      words.filter((word) => /^[\w.-]+(\/[\w.-]+)+$/.test(word) && words[0] !== 'kubectl').map((path) => [place, path]),
    );
    const kept = listed.flatMap(({ words, place }) =>
      words[0] === 'kubectl' && words[1] === 'apply' ? [[place, words.at(-1) ?? '']] : [],
    );
    expect(paths.length + kept.length).toBeGreaterThan(5);
    expect([...paths, ...kept].filter(([, path = '']) => !existsSync(join(root, path)))).toEqual([]);
    const scripts = globSync('{,bench/}package.json', { cwd: root }).flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')).scripts ?? {}),
    );
    const run = listed.flatMap(({ words: [program, verb, name] }) =>
      program === 'npm' && verb === 'run' ? [name] : [],
    );
    expect(run.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
  });
});

/** The words after `platen`, also inside a container; undefined for a command of another program. */
function findPlatenWords(words: readonly string[]): string[] | undefined {
  const [program, verb] = words;
  if (program === 'platen') return words.slice(1);
  if (program === 'npx') return verb === 'platen' ? words.slice(2) : undefined;
  if (verb !== 'exec' || (program !== 'docker' && program !== 'kubectl')) return undefined;
  return words.slice(words.lastIndexOf('platen') + 1);
}

/** What is wrong with a call of the service. */
function findCallFaults(words: readonly string[]): string[] {
  const body = words[words.indexOf('-d') + 1];
  const hasBody = words.includes('-d');
  const method = words.includes('-X') ? words[words.indexOf('-X') + 1] : hasBody ? 'POST' : 'GET';
  const path = words.find((word) => word.startsWith('$PLATEN_BASE_URL/'))?.slice('$PLATEN_BASE_URL'.length);
  if (path === undefined) return ['has no URL of the service'];
  const route = Object.values<Route>(routes).find(
    (candidate) => candidate.method === method && pathPattern(candidate.path).test(path),
  );
  if (!route) return [`${method} ${path} is no operation`];
  if (hasBody !== (route.body !== undefined)) return [`${method} ${path} ${hasBody ? 'has a' : 'lacks its'} body`];
  if (!route.body) return [];
  try {
    validateBody(route.body, JSON.parse(body ?? ''), 0);
    return [];
  } catch (error) {
    return [`${method} ${path}: ${(error as Error).message}`];
  }
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** An edge that takes what help pages print. */
function silent(): Io {
  const stream = () => new PassThrough().resume() as unknown as Io['stdout'];
  return { stdout: stream(), stderr: stream(), env: {}, cwd: root } as Io;
}
