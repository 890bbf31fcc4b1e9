import type { Command } from 'commander';
import { CommandError } from '../../output/command-error.ts';

/** The flags of a signature. */
export interface SignFlags {
  sign?: string;
  signKey?: string;
  signPasswordFile?: string;
  signReason?: string;
  signLocation?: string;
  signContact?: string;
  timestampUrl?: string;
}

/** Flags that a signature contradicts, and why. */
interface OtherFlags {
  password?: string;
  ownerPassword?: string;
  permissions?: string[];
  linearize?: boolean;
  async?: boolean;
  put?: string;
}

/** Declares the flags. */
export function addSignFlags(command: Command): void {
  command
    .option('--sign <file>', 'sign the PDF with a certificate: a PKCS#12 file (.p12, .pfx) or PEM')
    .option('--sign-key <file>', 'private key of a PEM certificate (default: in the same file)')
    .option(
      '--sign-password-file <file>',
      'file with the password of the key; - for stdin (default: PLATEN_SIGN_PASSWORD)',
    )
    .option('--sign-reason <text>', 'why it is signed')
    .option('--sign-location <text>', 'where it is signed')
    .option('--sign-contact <text>', 'how to reach the signer')
    .option('--timestamp-url <url>', 'timestamp the signature at this authority (RFC 3161)');
}

const names = {
  signKey: '--sign-key',
  signPasswordFile: '--sign-password-file',
  signReason: '--sign-reason',
  signLocation: '--sign-location',
  signContact: '--sign-contact',
  timestampUrl: '--timestamp-url',
} as const satisfies Partial<Record<keyof SignFlags, string>>;

const conflicts = [
  ['password', '--password', 'an encrypted PDF cannot be signed'],
  ['ownerPassword', '--owner-password', 'an encrypted PDF cannot be signed'],
  ['permissions', '--permissions', 'an encrypted PDF cannot be signed'],
  ['linearize', '--linearize', 'a signature is appended to the file, which is not linearized then'],
  ['async', '--async', 'the key stays here, and the PDF is rendered later'],
  ['put', '--put', 'the key stays here, and the service sends the PDF without a signature'],
] as const satisfies readonly (readonly [keyof OtherFlags, string, string])[];

/** Throws `usage` for flags that contradict a signature, or have no effect without one. */
export function checkSignFlags(flags: SignFlags & OtherFlags): void {
  if (flags.sign === undefined) {
    const found = Object.entries(names).find(([name]) => flags[name as keyof typeof names] !== undefined);
    if (found === undefined) return;
    throw new CommandError('usage', `${found[1]} has no effect without --sign`, {
      fix: 'add --sign with a certificate',
    });
  }
  for (const [name, flag, why] of conflicts) {
    if (flags[name] !== undefined)
      throw new CommandError('usage', `--sign and ${flag} cannot be used together`, { why });
  }
}
