import { readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { checkTrust } from '../../browser/index.ts';
import { EngineError } from '../../children/index.ts';
import type { OnWarning } from '../../contract/index.ts';
import { checkDates, openSigner, type PdfSigner, type SignerFiles, SigningError } from '../../pdf/index.ts';

/** Where seals are: a folder with their files, or the bytes of these by the names of the seals. */
export type SealSource = { readonly folder: string } | { readonly files: Readonly<Record<string, SignerFiles>> };

/** Private keys that sign for callers who name them. */
export interface Seals {
  names: readonly string[];
  /** The key of a seal; undefined for an unknown name. Throws `SigningError` for a certificate that is not valid now. */
  find(name: string): Promise<PdfSigner | undefined>;
}

/** The name of a seal, as requests have it. */
const sealName = /^[a-z0-9][a-z0-9._-]{0,62}$/;
/** The ends of names of files, in the order of what they are. */
const ends = { certificates: ['.p12', '.pfx', '.pem'], key: '.key', password: '.password' };
/** Bytes of the largest file. */
const largestFile = 1024 * 1024;

/**
 * Opens all seals. Those of a folder are read again when their files have changed; files that cannot be used then are a warning, and
 * the seal stays what it was. Throws `config_invalid`, naming the file: for one that cannot sign, that other users can change, or
 * whose private key they can read.
 */
export async function openSeals(source: SealSource, onWarning?: OnWarning): Promise<Seals> {
  if ('files' in source) return openGiven(source.files);
  const folder = resolveFolder(source.folder);
  const opened = new Map<string, OpenSeal>();
  for (const name of listNames(folder)) opened.set(name, await readSeal(folder, name));

  async function refresh(name: string): Promise<void> {
    try {
      const state = describeState(listFiles(folder, name));
      if (state === opened.get(name)?.state) return;
      if (state === '') opened.delete(name);
      else opened.set(name, await readSeal(folder, name));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      onWarning?.(`the seal "${name}" stays what it was: ${error.detail}`, 'seal_kept');
    }
  }

  return {
    names: [...opened.keys()],
    async find(name) {
      if (!isSealName(name)) return undefined;
      await refresh(name);
      return opened.get(name)?.open();
    },
  };
}

interface OpenSeal {
  /** What changes with its files. */
  state: string;
  open(): Promise<PdfSigner>;
}

async function openGiven(files: Readonly<Record<string, SignerFiles>>): Promise<Seals> {
  const opened = new Map<string, () => Promise<PdfSigner>>();
  for (const [name, given] of Object.entries(files)) {
    if (!isSealName(name))
      throw fail(`the seal ${JSON.stringify(name)}`, 'has no name of lower-case letters and digits');
    opened.set(name, await holdSigner(given, `the seal "${name}"`));
  }
  return { names: [...opened.keys()], find: async (name) => opened.get(name)?.() };
}

function isSealName(name: string): boolean {
  return sealName.test(name);
}

function resolveFolder(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (!statSync(path).isDirectory()) throw fail(folder, 'is not a folder');
    checkSafety(path);
    return path;
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw fail(folder, `cannot be read: ${(cause as NodeJS.ErrnoException).code}`, cause);
  }
}

/** The names of the seals of a folder. Names that start with a dot are of the system that mounted it. */
function listNames(folder: string): string[] {
  const names = new Set<string>();
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  for (const file of files.sort()) {
    const end = extname(file);
    const name = basename(file, end);
    const isKnown = [...ends.certificates, ends.key, ends.password].includes(end) && isSealName(name);
    if (!isKnown)
      throw fail(join(folder, file), 'is no file of a seal', undefined, `name it after the seal: ${endsInWords}`);
    names.add(name);
  }
  return [...names];
}

const endsInWords = 'invoices.p12 or invoices.pem, with invoices.key and invoices.password';

/** The files of a seal that exist. */
function listFiles(folder: string, name: string): string[] {
  const all = [...ends.certificates, ends.key, ends.password].map((end) => join(folder, `${name}${end}`));
  return all.filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined);
}

function describeState(files: readonly string[]): string {
  return files
    .map((file) => `${file} ${statSync(file).ino} ${statSync(file).mtimeMs} ${statSync(file).size}`)
    .join('\n');
}

async function readSeal(folder: string, name: string): Promise<OpenSeal> {
  const files = listFiles(folder, name);
  const state = describeState(files);
  const find = (end: string) => files.find((file) => file.endsWith(end));
  const certificates = files.filter((file) => ends.certificates.includes(extname(file)));
  const [certificate, other] = certificates;
  const keyFile = find(ends.key);
  const passwordFile = find(ends.password);
  if (certificate === undefined)
    throw fail(
      files[0] ?? join(folder, name),
      'has no certificate of the same name',
      undefined,
      `add one: ${endsInWords}`,
    );
  if (other !== undefined) throw fail(other, `is a second certificate of the seal "${name}"`);
  for (const file of files) checkSafety(realpathSync(file), file !== certificate || keyFile === undefined);
  const password = passwordFile && (await readOne(passwordFile)).toString('utf8').replace(/\r?\n$/, '');
  const given: SignerFiles = {
    certificate: await readOne(certificate),
    ...(keyFile !== undefined && { key: await readOne(keyFile) }),
    ...(password !== undefined && { password }),
  };
  return { state, open: await holdSigner(given, certificate) };
}

async function readOne(file: string): Promise<Buffer> {
  const found = statSync(file);
  if (!found.isFile() || found.size > largestFile) throw fail(file, 'is not a file of a certificate or a key');
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw fail(file, `cannot be read: ${cause.code}`, cause);
  });
}

/** Opens a key now, and returns what checks the dates of its certificate at each use. Throws `config_invalid`. */
async function holdSigner(files: SignerFiles, where: string): Promise<() => Promise<PdfSigner>> {
  try {
    const signer = await openSigner(files, new Date());
    return async () => {
      checkDates(signer, new Date());
      return signer;
    };
  } catch (cause) {
    if (!(cause instanceof SigningError)) throw cause;
    throw fail(where, `cannot sign: ${cause.message}`, cause);
  }
}

/** Throws `config_invalid` for what other users can change, and for a secret that all users can read. */
function checkSafety(path: string, isSecret = false): void {
  checkTrust(path, {
    otherwise: 'move the seals to a folder that only you can change',
    risk: 'so seals could be replaced',
  });
  if (!isSecret || process.platform === 'win32' || (statSync(path).mode & 0o004) === 0) return;
  throw fail(path, 'can be read by every user, and has a private key or its password', undefined, `chmod o-r ${path}`);
}

function fail(where: string, why: string, cause?: unknown, fix?: string): EngineError {
  const error = new EngineError('config_invalid', `seals: ${where} ${why}`, {}, { cause });
  if (fix !== undefined) error.fix = fix;
  return error;
}
