import { type FinishOptions, hasAes256 } from './finish-options.ts';
import { runQpdf } from './repair-pdf.ts';

type Encryption = NonNullable<FinishOptions['encrypt']>;
/** What a reader with the user password may do (ISO 32000-2, table 22). */
type Permission = NonNullable<Encryption['permissions']>[number];

/** Stores a document as asked. Only for files that `mergePdfs` wrote. Throws for an encryption that the version does not know. */
export async function finishPdf(pdf: Uint8Array, { version, linearize, encrypt }: FinishOptions): Promise<Uint8Array> {
  // PDF/A wants a line end before each endstream (ISO 19005-2, 6.1.7.1).
  const options = ['--newline-before-endstream'];
  // qpdf leaves out what the version that it is forced to does not know, encryption too.
  if (version !== undefined) options.push(`--${encrypt ? 'min' : 'force'}-version=${version}`);
  if (version === '1.4') options.push('--object-streams=disable');
  if (linearize) options.push('--linearize');
  if (encrypt === undefined) options.push('--deterministic-id');
  else options.push(...describeEncryption(encrypt));
  const finished = await runQpdf(pdf, options);
  const isKept = encrypt === undefined || (hasAes256(version) && finished && isLocked(finished));
  if (finished === undefined || !isKept) throw new Error('the document could not be stored as asked');
  return finished;
}

/** Whether the trailer of a file names an encryption (ISO 32000-2, 7.5.5). */
function isLocked({ buffer, byteOffset, length }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, length).includes('/Encrypt');
}

const everything: Permission[] = ['print', 'modify', 'copy', 'annotate', 'fill_forms', 'assemble'];

function describeEncryption({ user_password, owner_password, permissions = everything }: Encryption): string[] {
  const allow = (permission: Permission) => (permissions.includes(permission) ? 'y' : 'n');
  return [
    '--encrypt',
    `--user-password=${user_password}`,
    `--owner-password=${owner_password}`,
    '--bits=256',
    `--print=${permissions.includes('print') ? 'full' : 'none'}`,
    `--modify-other=${allow('modify')}`,
    `--extract=${allow('copy')}`,
    `--annotate=${allow('annotate')}`,
    `--form=${allow('fill_forms')}`,
    `--assemble=${allow('assemble')}`,
    '--',
  ];
}
