import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkProgram } from '../../scripts/build/link-program.ts';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'platen-link-'));
  mkdirSync(join(checkout, 'bin'));
  writeFileSync(join(checkout, 'bin', 'platen.js'), '#!/usr/bin/env node\nconsole.log(process.argv.slice(2));\n', {
    mode: 0o755,
  });
});
afterEach(() => rmSync(checkout, { recursive: true }));

const run = (...words: string[]) =>
  execFileSync(join(checkout, 'node_modules', '.bin', 'platen'), words, { encoding: 'utf8' });

describe('the program of a checkout', () => {
  it('is linked where npx looks, as often as it is built', () => {
    linkProgram(checkout, 'linux');
    linkProgram(checkout, 'linux');
    expect(run('a b', '--c')).toBe("[ 'a b', '--c' ]\n");
  });

  it('gets a file for each shell on Windows', () => {
    linkProgram(checkout, 'win32');
    expect(readdirSync(join(checkout, 'node_modules', '.bin')).sort()).toEqual(['platen', 'platen.cmd', 'platen.ps1']);
    expect(run('a b', '--c')).toBe("[ 'a b', '--c' ]\n");
  });
});
