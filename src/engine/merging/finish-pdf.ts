import { runQpdf } from './run-qpdf.ts';

/** What a reader with the user password may do (ISO 32000-2, table 22). */
type Permission = 'print' | 'modify' | 'copy' | 'annotate' | 'fill_forms' | 'assemble';

/** How a file is stored. */
export interface FinishOptions {
  /** Version of the file format. Below 1.5 there are no object streams, so the file grows. Default 1.7. */
  version?: '1.4' | '1.5' | '1.6' | '1.7' | '2.0';
  /** Whether the first page can be shown before the rest has arrived (ISO 32000-2, annex F). Default false. */
  linearize?: boolean;
  /** Encrypts with AES-256 (ISO 32000-2, 7.6). The salt is random, so the bytes differ each time. */
  encrypt?: {
    /** Opens the file; an empty one opens it without asking. */
    userPassword: string;
    /** Opens the file with every permission. */
    ownerPassword: string;
    /** What the user password permits. Default everything. */
    permissions?: readonly Permission[];
  };
}

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

const everything: readonly Permission[] = ['print', 'modify', 'copy', 'annotate', 'fill_forms', 'assemble'];

function describeEncryption({
  userPassword,
  ownerPassword,
  permissions = everything,
}: NonNullable<FinishOptions['encrypt']>): string[] {
  const allow = (permission: Permission) => (permissions.includes(permission) ? 'y' : 'n');
  return [
    '--encrypt',
    `--user-password=${userPassword}`,
    `--owner-password=${ownerPassword}`,
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
