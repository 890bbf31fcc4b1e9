import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What npm's `cmd-shim` writes on Windows, where a link needs a right that few have: for sh, cmd and PowerShell. */
const shims = {
  platen: '#!/bin/sh\nexec node "$(dirname "$0")/../../bin/platen.js" "$@"\n',
  'platen.cmd': '@node "%~dp0..\\..\\bin\\platen.js" %*\r\n',
  'platen.ps1':
    '#!/usr/bin/env pwsh\nif ($MyInvocation.ExpectingInput) { $input | & node "$PSScriptRoot/../../bin/platen.js" $args }\nelse { & node "$PSScriptRoot/../../bin/platen.js" $args }\nexit $LASTEXITCODE\n',
};

/**
 * Puts the program of a checkout where `npx platen` looks first. npm does so for the packages of a project and not for the
 * project itself, so `npx` would install the checkout once more into its cache.
 */
export function linkProgram(checkout: string, platform: NodeJS.Platform = process.platform): void {
  const folder = join(checkout, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(shims)) {
    const path = join(folder, name);
    rmSync(path, { force: true });
    if (platform === 'win32') {
      writeFileSync(path, text);
      chmodSync(path, 0o755);
    } else if (name === 'platen') symlinkSync('../../bin/platen.js', path);
  }
}

if (import.meta.main) linkProgram(join(import.meta.dirname, '../..'));
