import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatApiKey } from '../../src/contract/index.ts';
import { type RecordingServer, startRecordingServer } from '../helpers/recording-server.ts';
import type { Control, Row } from './row.ts';
import { type Ended, makeWorkspace, startPlaten } from './run-platen.ts';

const about: Control = { none: 'it is about the client' };
/** The key of these rows, which may be seen nowhere. */
export const key = formatApiKey(randomBytes(32));

/** How the service of a row answers. */
export type Answer = Parameters<typeof startRecordingServer>[0];

/** Where a command of a row is run. */
export interface Workspace {
  folder: string;
  server: RecordingServer;
  /** Runs a command against the service of the row, with the key unless it brings its own surroundings. */
  platen(words: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Renders a page into out.pdf. */
  render(...words: string[]): Promise<Ended>;
}

/** A row about commands that talk to a service which answers as it likes. Whatever they say, the key is not in it. */
export function talk(id: string, input: string, answer: Answer, run: (workspace: Workspace) => Promise<string[]>): Row {
  return {
    id,
    input,
    control: about,
    run: async () => {
      const folder = makeWorkspace();
      const server = await startRecordingServer(answer);
      const wrong: string[] = [];
      const platen: Workspace['platen'] = async (words, env = {}) => {
        const known = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: key };
        const ended = await startPlaten({ env: { ...known, ...env } }, folder, ...words, '--no-input');
        if (ended.output.includes(key)) wrong.push(`shows the key: ${words.join(' ')}`);
        return ended;
      };
      const render = (...words: string[]) =>
        platen(['render', 'pdf', 'https://example.com', '-o', 'out.pdf', ...words]);
      return [...(await run({ folder, server, platen, render }).finally(server.close)), ...wrong];
    },
  };
}

/** Says how a command ended unless that was with one of these codes. */
export function unless(codes: readonly number[], { code, output }: Ended): string[] {
  return codes.includes(code ?? -1) ? [] : [`exit ${code}, not ${codes.join(' or ')}: ${output.slice(0, 400)}`];
}

/** What a folder holds beyond the files it should hold, or holds differently; a home's own folders apart. */
export function differsFrom(folder: string, files: Readonly<Record<string, string>>): string[] {
  const there = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const wrong = there.filter(({ name }) => !(name in files)).map(({ name }) => `left ${name}`);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) wrong.push(`${name} is not as it was`);
  }
  return wrong;
}
