// Makes the archives of faces: those that most documents need in dist/fonts, and large scripts in dist/fonts-cjk. Each holds one TrueType or OpenType
// file for each face, because fontconfig reads no woff2 and takes long over many files.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import subsetFont from 'subset-font';
import { pack } from 'tar-fs';
import { dropTables } from './drop-tables.ts';
import { baseSet, type FaceSource, moreSet } from './font-sets.ts';
import { joinLicences } from './join-licences.ts';

const root = join(import.meta.dirname, '../../..');

/** What an archive depends on besides its packages. */
const recipe = ['build-fonts.ts', 'drop-tables.ts', 'font-sets.ts', 'join-licences.ts'].map((name) =>
  join(import.meta.dirname, name),
);

/** Where archives are kept from build to build, by what they are made of: packing takes as long as all the rest. */
const kept = join(root, 'node_modules', '.cache', 'platen-fonts');

/** Makes both archives. */
export async function buildFonts(): Promise<void> {
  await Promise.all([
    placeArchive(baseSet, join(root, 'dist', 'fonts'), 9),
    // Outlines of this kind pack hardly better by more work.
    placeArchive(moreSet, join(root, 'dist', 'fonts-cjk'), 5),
  ]);
}

/** Puts `fonts.tar.br`, `fonts.json` with its digest, and `OFL.txt` into a folder. */
async function placeArchive(faces: readonly FaceSource[], folder: string, quality: number): Promise<void> {
  const made = digest([...recipe.map((path) => readFileSync(path)), ...faces.map(readVersion)]);
  const source = join(kept, made);
  if (!existsSync(source)) await makeArchive(faces, source, quality);
  cpSync(source, folder, { recursive: true });
}

/** The folder appears whole, even if two builds make it at the same time. */
async function makeArchive(faces: readonly FaceSource[], folder: string, quality: number): Promise<void> {
  mkdirSync(kept, { recursive: true });
  const work = mkdtempSync(join(kept, 'work-'));
  const [unpacked, result] = [join(work, 'faces'), join(work, 'archive')];
  for (const path of [unpacked, result]) mkdirSync(path);
  for (const [index, face] of faces.entries()) {
    const number = String(index + 1).padStart(2, '0');
    writeFileSync(join(unpacked, `${number}-${face.name}${face.file.slice(-4)}`), await cutFace(face));
  }
  const licence = joinLicences(faces.map((face) => findPackage(face.package)));
  for (const path of [unpacked, result]) writeFileSync(join(path, 'OFL.txt'), licence);
  const packed = await packFolder(unpacked, quality);
  writeFileSync(join(result, 'fonts.tar.br'), packed);
  writeFileSync(join(result, 'fonts.json'), `${JSON.stringify({ sha256: digest([packed]) }, null, 2)}\n`);
  if (!existsSync(folder)) renameSync(result, folder);
  rmSync(work, { recursive: true });
}

/** The same bytes wherever it is built: in order, without an owner and without a time. */
async function packFolder(folder: string, quality: number): Promise<Buffer> {
  const plain = {
    sort: true,
    map: <T>(header: T): T => ({ ...header, uid: 0, gid: 0, mode: 0o755, mtime: new Date(0) }),
  };
  const archive = await buffer(pack(folder, plain));
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: archive.length,
  };
  return promisify(brotliCompress)(archive, { params });
}

/** What paper does not need of a face: pictures in a second format, checksums, and what suits a font to a screen or a menu. */
const needless = ['SVG ', 'DSIG', 'VDMX', 'hdmx', 'LTSH', 'PCLT', 'JSTF', 'gasp', 'meta', 'STAT'];

/** Leaves of a face the characters that are asked for, and no hints for screens, which are a third of it. */
async function cutFace({ package: name, file, keep }: FaceSource): Promise<Buffer> {
  const font = readFileSync(join(findPackage(name), file));
  if (keep === 'file') return font;
  if (keep === 'colours') return dropTables(font, needless);
  return subsetFont(font, listCharacters(keep.characters), {
    noHinting: true,
    targetFormat: 'truetype',
    dropTables: needless,
  });
}

function listCharacters(characters: string): string {
  const wanted = new RegExp(`[${characters}]`, 'v');
  let text = '';
  for (let point = 0x20; point <= 0x1_ffff; point += 1) {
    const character = String.fromCodePoint(point);
    if (wanted.test(character)) text += character;
  }
  return text;
}

function findPackage(name: string): string {
  return dirname(findPackageJSON(name, import.meta.url) ?? '');
}

function readVersion(face: FaceSource): string {
  const { version } = JSON.parse(readFileSync(join(findPackage(face.package), 'package.json'), 'utf8'));
  return `${face.package} ${version}\n`;
}

function digest(pieces: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
