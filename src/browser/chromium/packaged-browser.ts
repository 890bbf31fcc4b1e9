import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PackedFolder } from './unpack/packed-folder.ts';

// The digests of the version that package.json pins. A test fails when they do not match.
const version = '153.0.0';
const digests = {
  'chromium.br': '38e1e1649db20fa4ea644bf5987688ce81a4c9eb10e7eae8380b74fc0d699fea',
  'fonts.tar.br': 'c1307fe5cd607092f0426742b4ab93755eec9a9b7752e47c56408c2bcf3e515b',
  'al2023.tar.br': 'a166168dd3e3e9d8743689fff543c5cadb3025c1816c6a154c90dc68a59edd0a',
  'swiftshader.tar.br': 'b680e40a33235ecc6ad4c6897a168b70ce5164f0d62d2a64d675320d51614631',
};
const unpackedFolder = '153.0.0-595c91db29fb0942';

/**
 * The Chromium that comes with platen as the npm package `@sparticuz/chromium`: headless shell, Open Sans, and the NSS and
 * expat libraries for systems that lack them; with WebGL also SwiftShader, beside the browser in another folder. The package holds binaries for Linux on x64 only; elsewhere, undefined.
 */
export function findPackagedBrowser(webgl = false): PackedFolder | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = findPackage();
  if (folder === undefined) return undefined;
  const file = (name: keyof typeof digests, target: string, tar: boolean) => {
    return { source: join(folder, 'bin', name), sha256: digests[name], target, tar };
  };
  const files = [
    file('chromium.br', 'chromium', false),
    file('fonts.tar.br', '.', true),
    file('al2023.tar.br', '.', true),
  ];
  if (webgl) return { name: 'Chromium', version, files: [...files, file('swiftshader.tar.br', '.', true)] };
  return { name: 'Chromium', version, folder: unpackedFolder, files };
}

/** The package's folder. Yarn's Plug'n'Play answers `require.resolve`, not `findPackageJSON`. */
function findPackage(): string | undefined {
  try {
    // Its program is in `build`; its exports hide the manifest.
    return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  } catch {
    return undefined;
  }
}
