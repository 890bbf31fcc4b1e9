import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The folders of the packages that these modules belong to, sorted. Modules that a plugin of the build made have no file. */
function listPackages(modules: readonly string[]): string[] {
  const files = modules.filter((id) => !id.startsWith('\0'));
  const folders = files.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll(sep, '/'))?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** The licences of the packages that these modules belong to. Most licences must be part of every copy. */
export function collectLicenses(modules: readonly string[]): string {
  return listPackages(modules)
    .map((folder) => `${folder.replace(/.*\/node_modules\//, '')}\n\n${readLicense(folder)}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The files with the licence of a package; what its manifest says if it has none. */
function readLicense(folder: string): string {
  const names = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (names.length > 0) return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
  const { license, author } = readManifest(folder);
  if (!license) throw new Error(`${folder} has no licence`);
  return `License: ${license}\nAuthor: ${author?.name ?? author ?? 'not named'}`;
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The same packages as a bill of materials for audits: CycloneDX 1.6. */
export function listComponents(modules: readonly string[]): object {
  const components = listPackages(modules).map((folder) => {
    const { name, version, license } = readManifest(folder);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ expression: license }] };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}
