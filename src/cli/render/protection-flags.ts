import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { isPlainText, permissionNames, type Storage } from '../../contract/index.ts';
import { readWhole, takeChoices } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';

/** The flags of encryption, and of how the file and its images are stored. */
export interface ProtectionFlags {
  password?: string;
  ownerPassword?: string;
  permissions?: string[];
  linearize?: boolean;
  imageDpi?: string;
  imageQuality?: string;
}

type Encryption = NonNullable<Storage['encrypt']>;

/** Declares the flags. */
export function addProtectionFlags(command: Command): void {
  command
    .optionsGroup('Protection and size:')
    .option(
      '--password <text>',
      'password to open the PDF: text (visible to other users of this machine), @file, or - for stdin',
    )
    .option('--owner-password <text>', 'password to change the permissions, given as for --password (default: random)')
    .addOption(
      takeChoices(
        new Option('--permissions <list>', 'allowed actions, comma-separated, such as print,copy (default: all)'),
        [...permissionNames, 'none'],
      ),
    )
    .option('--linearize', 'optimize for fast web view')
    .option('--image-dpi <number>', 'shrink images to this many pixels per inch of their printed size, such as 200')
    .option('--image-quality <number>', 'with --image-dpi: quality of JPEG images, 1 to 100 (default: 85)');
}

/**
 * Reads the flags; undefined without any. Calls `hide` with each password, which must not be printed. Throws `usage`, and
 * `input_missing` for a file with a password. Errors never show a password.
 */
export async function readProtectionFlags(
  { password, ownerPassword, permissions, linearize, imageDpi, imageQuality }: ProtectionFlags,
  io: Io,
  hide: (secret: string) => void,
): Promise<Pick<Storage, 'encrypt' | 'linearize' | 'image_dpi' | 'image_quality'> | undefined> {
  const isEncrypted = (password ?? ownerPassword ?? permissions) !== undefined;
  const stored = { ...(linearize && { linearize }), ...readImageFlags(imageDpi, imageQuality) };
  if (!isEncrypted) return Object.keys(stored).length > 0 ? stored : undefined;
  // An empty password opens the file without a question.
  const user = password === undefined ? '' : await readPassword('--password', password, io);
  const owner =
    ownerPassword === undefined
      ? randomBytes(32).toString('base64url')
      : await readPassword('--owner-password', ownerPassword, io);
  // A shorter one may be part of any word, and nothing prints it.
  for (const secret of [user, owner]) if (secret.length >= 8) hide(secret);
  if (user === owner) {
    throw new CommandError('usage', '--password and --owner-password are the same', {
      why: 'everyone who can open the PDF could change its permissions',
      fix: 'leave out --owner-password: platen then uses a random one',
    });
  }
  const encrypt: Encryption = { user_password: user, owner_password: owner };
  if (permissions) encrypt.permissions = readPermissions(permissions);
  return { encrypt, ...stored };
}

function readImageFlags(dpi: string | undefined, quality: string | undefined) {
  if (quality !== undefined && dpi === undefined) {
    throw new CommandError('usage', '--image-quality works only with --image-dpi', { fix: 'add --image-dpi 200' });
  }
  const pixels = readWhole('--image-dpi', dpi, 36, 2400);
  const share = readWhole('--image-quality', quality, 1, 100);
  return { ...(pixels !== undefined && { image_dpi: pixels }), ...(share !== undefined && { image_quality: share }) };
}

async function readPassword(flag: string, value: string, io: Io): Promise<string> {
  const text = value === '-' || value.startsWith('@') ? await readFrom(value.replace(/^@/, ''), flag, io) : value;
  if (text === '') throw new CommandError('usage', `${flag} is empty`, { fix: 'leave it out, or give a password' });
  if (!isPlainText(text)) throw new CommandError('usage', `${flag} has control characters or more than one line`);
  // AES-256 of PDF counts bytes (ISO 32000-2, 7.6.4.3.2).
  if (Buffer.byteLength(text) > 127) throw new CommandError('usage', `${flag} is longer than 127 bytes`);
  return text;
}

/** The text of a file or of stdin, without the line break at its end. */
async function readFrom(source: string, flag: string, io: Io): Promise<string> {
  const { readInputText } = await import('../files/read-input.ts');
  return (await readInputText(source, flag, io)).replace(/\r?\n$/, '');
}

function readPermissions(words: readonly string[]): NonNullable<Encryption['permissions']> {
  const named = words.filter((word) => word !== 'none');
  if (named.length === words.length || named.length === 0) return named as NonNullable<Encryption['permissions']>;
  throw new CommandError('usage', `--permissions: none cannot be combined with ${named.join(', ')}`);
}
