import type { Storage } from '../../contract/index.ts';
import { runQpdf } from './run-qpdf.ts';

/**
 * How a file is stored: its version, below 1.5 without object streams, so that it grows; linearized (ISO 32000-2, annex F);
 * encrypted with AES-256 (ISO 32000-2, 7.6), whose salt is random, so that the bytes differ each time.
 */
export type FinishOptions = Pick<Storage, 'version' | 'linearize' | 'encrypt'>;

type Encryption = NonNullable<Storage['encrypt']>;
/** What a reader with the user password may do (ISO 32000-2, table 22). */
type Permission = NonNullable<Encryption['permissions']>[number];

/** Stores a document as asked. Only for files that `mergePdfs` wrote. */
export async function finishPdf(pdf: Uint8Array, { version, linearize, encrypt }: FinishOptions): Promise<Uint8Array> {
  // PDF/A wants a line end before each endstream (ISO 19005-2, 6.1.7.1).
  const options = ['--newline-before-endstream'];
  if (version !== undefined) options.push(`--force-version=${version}`);
  if (version === '1.4') options.push('--object-streams=disable');
  if (linearize) options.push('--linearize');
  if (encrypt === undefined) options.push('--deterministic-id');
  else options.push(...describeEncryption(encrypt));
  const finished = await runQpdf(pdf, options);
  if (finished === undefined) throw new Error('the document could not be stored as asked');
  return finished;
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
