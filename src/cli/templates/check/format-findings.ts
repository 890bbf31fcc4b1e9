import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ChalkInstance } from 'chalk';
import type { Io } from '../../output/io.ts';
import { safeText } from '../../output/safe-text.ts';
import type { LevelledFinding } from './check-template.ts';

/** A finding in a line, in the form of a compiler's, so that editors find the place. */
export function formatFinding(finding: LevelledFinding, chalk: ChalkInstance): string {
  const { level, file, line, column, message, code } = finding;
  const place = [file, line, column].filter((step) => step !== undefined).join(':');
  const word = level === 'error' ? chalk.red(level) : chalk.yellow(level);
  return `${safeText(place)}: ${word}: ${safeText(message)} ${chalk.dim(`[${code}]`)}\n`;
}

/**
 * A workflow command that GitHub shows beside the line of a change. Paths are those of the repository.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function formatAnnotation(finding: LevelledFinding, { cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const { level, file, line, column, message, code } = finding;
  const root = env.GITHUB_WORKSPACE || cwd;
  const near = file === undefined ? undefined : relative(root, resolve(cwd, file));
  const inside = near !== undefined && !near.startsWith('..') && !isAbsolute(near);
  const properties = {
    file: inside ? near.split(sep).join('/') : file,
    line,
    col: column,
    title: code,
  };
  const list = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${list.join(',')}::${escapeData(safeText(message))}\n`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
