import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { SourceEdges } from '../../../src/cli/settings/read-sources.ts';
import { folders } from '../../../src/folders/index.ts';

/** A repository and its own home folder, removed after the test. */
export interface TemporaryProject {
  root: string;
  home: string;
  /** Writes a file below the repository and returns its path. */
  write(name: string, text: string | Uint8Array, mode?: number): string;
  /** Writes the user file and returns its path. */
  writeUser(text: string | Uint8Array, mode?: number): string;
  edges(changes?: Partial<SourceEdges>): SourceEdges;
}

export function makeProject(): TemporaryProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'platen-settings-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'repo');
  const home = join(base, 'home');
  mkdirSync(join(root, '.git'), { recursive: true });
  mkdirSync(home);
  const put = (path: string, text: string | Uint8Array, mode: number) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    return path;
  };
  return {
    root,
    home,
    write: (name, text, mode = 0o644) => put(join(root, name), text, mode),
    writeUser: (text, mode = 0o600) => put(join(home, '.config/platen/config.yaml'), text, mode),
    edges: (changes = {}) => ({
      env: {},
      cwd: root,
      platform: 'linux',
      homeFolder: home,
      folders: folders({}, 'linux', home),
      flags: {},
      envFile: true,
      stdin: () => Readable.from([]),
      ...changes,
    }),
  };
}
