// Gives the packed package a manifest without scripts, and puts the one of the checkout back: `strip` before npm packs, `restore` after.
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './digest-sources.ts';

const [manifest, kept] = [join(root, 'package.json'), join(root, 'dist', '.package.json')];

if (process.argv[2] === 'restore') renameSync(kept, manifest);
else {
  copyFileSync(manifest, kept);
  const { scripts, allowScripts, devDependencies, ...published } = JSON.parse(readFileSync(manifest, 'utf8'));
  // Some package managers run `prepare`, or ask about it, although the package is built.
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}
