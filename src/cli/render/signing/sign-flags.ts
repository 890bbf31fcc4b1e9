import { type Command, Option } from 'commander';
import {
  type Certification,
  isHttpAddress,
  isPlainText,
  type SignatureLevel,
  type Signing,
} from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';

/** The flags of a signature. */
export interface SignFlags {
  sign?: string;
  signKey?: string;
  signPasswordFile?: string;
  seal?: string;
  signReason?: string;
  signLocation?: string;
  signContact?: string;
  signLevel?: SignatureLevel;
  signField?: string;
  signAppearance?: string;
  signPosition?: string;
  signPage?: string;
  certify?: Certification;
  timestampUrl?: string;
  onSignature?: 'warn' | 'fail';
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
    .optionsGroup('Signatures:')
    .option('--sign <file>', 'sign the PDF with a certificate: a PKCS#12 file (.p12, .pfx) or PEM')
    .option('--sign-key <file>', 'private key of a PEM certificate (default: in the same file)')
    .option(
      '--sign-password-file <file>',
      'file with the password of the key; - for stdin (default: PLATEN_SIGN_PASSWORD)',
    )
    .option('--seal <name>', 'let the service sign the PDF with a seal, instead of --sign')
    .option('--sign-reason <text>', 'why it is signed')
    .option('--sign-location <text>', 'where it is signed')
    .option('--sign-contact <text>', 'how to reach the signer')
    .addOption(
      new Option('--sign-level <level>', 'level of PAdES (default: b-t with a timestamp authority, else b-b)').choices([
        'b-b',
        'b-t',
        'b-lt',
      ]),
    )
    .option('--sign-field <name>', 'name of the signature field (default: the first empty one, else a new one)')
    .option('--sign-appearance <file>', 'show the signature as this .html file, image or PDF (default: invisible)')
    .option('--sign-position <place>', 'where it is shown: a place, or x,y,width,height (default: bottom-right)')
    .option('--sign-page <n>', 'page that shows it: a number, first or last (default: last)')
    .addOption(
      new Option('--certify <changes>', 'certify the PDF, and allow these changes').choices([
        'no-changes',
        'fill-forms',
        'annotate',
      ]),
    )
    .option('--timestamp-url <url>', 'timestamp the signature at this authority (RFC 3161)')
    .addOption(
      new Option('--on-signature <what>', 'if the signature of a PDF would be lost (default: warn)').choices([
        'warn',
        'fail',
      ]),
    );
}

const keyNames = { signKey: '--sign-key', signPasswordFile: '--sign-password-file' } as const;
const textNames = {
  signReason: '--sign-reason',
  signLocation: '--sign-location',
  signContact: '--sign-contact',
} as const;
/** What needs an appearance. */
const placeNames = { signPosition: '--sign-position', signPage: '--sign-page' } as const;
const names = {
  ...keyNames,
  ...textNames,
  signLevel: '--sign-level',
  signField: '--sign-field',
  signAppearance: '--sign-appearance',
  signPosition: '--sign-position',
  signPage: '--sign-page',
  certify: '--certify',
  timestampUrl: '--timestamp-url',
} as const satisfies Partial<Record<keyof SignFlags, string>>;

type Conflict = readonly [name: keyof OtherFlags, flag: string, why: string];

const encrypted = 'an encrypted PDF cannot be signed';
const conflicts: readonly Conflict[] = [
  ['password', '--password', encrypted],
  ['ownerPassword', '--owner-password', encrypted],
  ['permissions', '--permissions', encrypted],
  ['linearize', '--linearize', 'a signature is appended to the file, which is not linearized then'],
];
const conflictsOfKey: readonly Conflict[] = [
  ['async', '--async', 'the key stays here, and the PDF is rendered later'],
  ['put', '--put', 'the key stays here, and the service sends the PDF without a signature'],
];

/** Throws `usage` for flags that contradict a signature, or have no effect without one. */
export function checkSignFlags(flags: SignFlags & OtherFlags): void {
  const { sign, seal } = flags;
  if (sign !== undefined && seal !== undefined)
    throw new CommandError('usage', '--sign and --seal cannot be used together', {
      why: 'a PDF gets one signature: of your key, or of the service',
    });
  const others = sign !== undefined ? {} : seal !== undefined ? keyNames : names;
  const found = Object.entries(others).find(([name]) => flags[name as keyof typeof names] !== undefined);
  if (found !== undefined) {
    const fix =
      seal === undefined ? 'add --sign with a certificate, or --seal' : 'leave it out: the service has the key';
    throw new CommandError('usage', `${found[1]} has no effect without --sign`, { fix });
  }
  const place = Object.entries(placeNames).find(([name]) => flags[name as keyof typeof placeNames] !== undefined);
  if (place !== undefined && flags.signAppearance === undefined)
    throw new CommandError('usage', `${place[1]} has no effect without --sign-appearance`);
  if (sign === undefined && seal === undefined) return;
  const flag = sign === undefined ? '--seal' : '--sign';
  for (const [name, other, why] of sign === undefined ? conflicts : [...conflicts, ...conflictsOfKey]) {
    if (flags[name] !== undefined)
      throw new CommandError('usage', `${flag} and ${other} cannot be used together`, { why });
  }
}

/** Throws `usage` for values that a signature cannot have. */
export function checkSignTexts(flags: SignFlags): void {
  for (const name of Object.keys(textNames) as (keyof typeof textNames)[])
    if (flags[name] !== undefined && !isPlainText(flags[name]))
      throw new CommandError('usage', 'the texts of a signature have one line, without control characters');
  if (flags.timestampUrl !== undefined && !isHttpAddress(flags.timestampUrl))
    throw new CommandError('usage', '--timestamp-url is not a valid http or https URL');
}

/** Reads the flags of a signature that the service makes; undefined without `--seal`. Throws `usage`. */
export function readSealFlags(flags: SignFlags): Signing | undefined {
  if (flags.seal === undefined) return undefined;
  checkSignTexts(flags);
  const { seal, signReason, signLocation, signContact, signLevel, signField, certify, timestampUrl } = flags;
  return {
    seal,
    ...(signReason !== undefined && { reason: signReason }),
    ...(signLocation !== undefined && { location: signLocation }),
    ...(signContact !== undefined && { contact: signContact }),
    ...(signLevel !== undefined && { level: signLevel }),
    ...(timestampUrl !== undefined && { timestamp_url: timestampUrl }),
    ...(signField !== undefined && { field: signField }),
    ...(certify !== undefined && { certify }),
  };
}
