import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../command/context.ts';
import { safeText } from '../output/safe-text.ts';
import { folders } from '../settings/index.ts';
import { readProjectFile } from '../settings/project-file.ts';
import { readUserFile, userFilePlace } from '../settings/user-file.ts';

/** A word that Tab offers, with its description. */
export interface Candidate {
  word: string;
  description: string;
}

/** The profiles in the user file and in the project's. */
export async function listProfiles({ io }: Pick<Context, 'io'>): Promise<Candidate[]> {
  const { env, cwd, platform, homeFolder } = io;
  const place = userFilePlace(env, cwd, folders(env, platform, homeFolder));
  const [user, project] = await Promise.all([readUserFile(place, platform), readProjectFile(cwd)]);
  const from = (names: Iterable<string> | undefined, description: string) =>
    [...(names ?? [])].map((word) => ({ word, description }));
  return [...from(user.file?.profiles.keys(), 'your settings'), ...from(project.file?.profiles.keys(), 'project')];
}

/** The template folders in the current project. */
export async function listSlugs({ io }: Pick<Context, 'io'>): Promise<Candidate[]> {
  const entries = await readdir(join(io.cwd, 'templates'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => ({ word: name, description: '' }));
}

/** A line for each candidate: word, tab, description. Leaves out words with characters that a shell interprets. */
export function formatCandidates(candidates: readonly Candidate[]): string {
  const seen = new Set<string>();
  return candidates
    .filter(({ word }) => /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u.test(word) && !seen.has(word) && seen.add(word))
    .map(({ word, description }) => `${word}\t${safeText(description).slice(0, 80)}\n`)
    .join('');
}
