import { refuseField } from '../../../children/index.ts';
import type { ConformanceName, RenderRequest, Storage } from '../../../contract/index.ts';
import type { Conformance, EInvoice } from '../../../pdf/index.ts';
import { hasAes256 } from '../../merging/finish-options.ts';
import { readBytes } from '../read-bytes.ts';
import { readInvoice } from './read-invoice.ts';

/**
 * What the document claims to be; undefined if it claims nothing. Throws `invalid_request` for what the request itself
 * contradicts, also of how it is stored, and `e_invoice_invalid` for XML that cannot be used, before anything is printed.
 */
export async function readConformance(
  { options = {}, pdf = {} }: RenderRequest,
  signal: AbortSignal,
): Promise<Conformance | undefined> {
  if (pdf.encrypt) refuseForEncryption(pdf.encrypt, pdf.version);
  const names = listNames(pdf);
  if (names.length === 0) return undefined;
  const archive = names.find((name) => name.startsWith('pdf/a-'));
  const accessible = names.find((name) => name.startsWith('pdf/ua-'));
  refuseForVersions(names, pdf);
  const tagged = accessible ?? names.find((name) => name.endsWith('a'));
  if (tagged && options.tagged === false) throw refuseField('/options/tagged', `is false, and ${tagged} needs tags`);
  if (archive !== undefined) refuseForArchive(archive, pdf);
  return {
    ...(archive !== undefined && { pdfA: readLevel(archive) }),
    ...(accessible !== undefined && { pdfUa: accessible === 'pdf/ua-2' ? 2 : 1 }),
    ...(pdf.e_invoice && { invoice: await chooseInvoice(pdf.e_invoice, signal) }),
  };
}

/** Begins the names of part 4 of PDF/A. */
const part4 = 'pdf/a-4';

/** Standards of PDF 2.0 are combined with each other alone, and so are those of PDF 1.7. */
function refuseForVersions(names: readonly ConformanceName[], { version }: Storage): void {
  if (names.includes('pdf/ua-1') && names.includes('pdf/ua-2')) {
    throw refuseField('/pdf/conformance', 'cannot combine pdf/ua-1 with pdf/ua-2: a document claims one of them');
  }
  const isNew = (name: ConformanceName) => name === 'pdf/ua-2' || name.startsWith(part4);
  const newer = names.find(isNew);
  const older = names.find((name) => !isNew(name));
  if (newer !== undefined && older !== undefined) {
    const clause = newer === 'pdf/ua-2' ? 'ISO 14289-2, 6.1' : 'ISO 14289-1, 6.1';
    throw refuseField(
      '/pdf/conformance',
      `cannot combine ${newer}, which is PDF 2.0, with ${older}, which is 1.7 at most (${clause})`,
    );
  }
  if (names.includes('pdf/ua-2') && version !== undefined && version !== '2.0') {
    throw refuseField('/pdf/version', `is "${version}", and pdf/ua-2 is 2.0 (ISO 14289-2, 6.1)`);
  }
}

/** The standards that are named, and PDF/A-3b if an invoice asks for it. */
function listNames({ conformance = [], e_invoice: invoice }: Storage): ConformanceName[] {
  const archives = conformance.filter((name) => name.startsWith('pdf/a-'));
  if (archives.length > 1)
    throw refuseField('/pdf/conformance', `cannot combine ${archives.join(' with ')}: a document claims one of them`);
  if (invoice === undefined) return conformance;
  const [archive] = archives;
  if (archive?.startsWith('pdf/a-2')) {
    throw refuseField(
      '/pdf/e_invoice',
      `cannot be combined with ${archive}, which allows no other files; pdf/a-3b does`,
    );
  }
  if (archive?.startsWith(part4)) {
    throw refuseField(
      '/pdf/e_invoice',
      `cannot be combined with ${archive}: Factur-X needs part 3 of PDF/A, such as pdf/a-3b`,
    );
  }
  if (conformance.includes('pdf/ua-2')) {
    throw refuseField(
      '/pdf/e_invoice',
      'cannot be combined with pdf/ua-2, which is PDF 2.0: Factur-X is 1.7; pdf/ua-1 can be',
    );
  }
  return archive === undefined ? ['pdf/a-3b', ...conformance] : conformance;
}

/** Bytes of UTF-8 of a password that count (ISO 32000-2, 7.6.4.3.3). Readers would not take a longer one for the same. */
const passwordLimit = 127;

function refuseForEncryption(encrypt: NonNullable<Storage['encrypt']>, version: Storage['version']): void {
  if (!hasAes256(version))
    throw refuseField('/pdf/version', `is "${version}", and encryption with AES-256 needs "1.7" or "2.0"`);
  for (const field of ['user_password', 'owner_password'] as const) {
    if (Buffer.byteLength(encrypt[field]) > passwordLimit)
      throw refuseField(`/pdf/encrypt/${field}`, `is longer than ${passwordLimit} bytes of UTF-8`);
  }
}

function refuseForArchive(archive: ConformanceName, storage: Storage): void {
  const { conformance = [], encrypt, version, attachments = [] } = storage;
  const claim = conformance.includes(archive) ? archive : `${archive}, which /pdf/e_invoice implies`;
  if (encrypt)
    throw refuseField(
      '/pdf/encrypt',
      `cannot be combined with ${claim}: an archive opens for everybody (ISO 19005-2, 6.1.3)`,
    );
  const isPart4 = archive.startsWith(part4);
  if (!isPart4 && version === '2.0') {
    throw refuseField('/pdf/version', `is "2.0", and ${archive} is 1.7 at most (ISO 19005-2, 6.1.2)`);
  }
  if (isPart4 && version !== undefined && version !== '2.0') {
    throw refuseField('/pdf/version', `is "${version}", and ${archive} is 2.0 (ISO 19005-4, 6.1.2)`);
  }
  if (attachments.length > 0 && archive.startsWith('pdf/a-2')) {
    throw refuseField(
      '/pdf/attachments',
      `cannot be combined with ${archive} (ISO 19005-2, 6.8); pdf/a-3b allows other files`,
    );
  }
  if (attachments.length > 0 && archive === 'pdf/a-4') {
    throw refuseField(
      '/pdf/attachments',
      'cannot be combined with pdf/a-4 (ISO 19005-4, 6.9); pdf/a-4f allows other files',
    );
  }
  if (attachments.length === 0 && archive === 'pdf/a-4f') {
    throw refuseField(
      '/pdf/attachments',
      'is empty, and pdf/a-4f needs a file (ISO 19005-4, annex A); pdf/a-4 needs none',
    );
  }
}

async function chooseInvoice(
  { base64, relationship }: NonNullable<Storage['e_invoice']>,
  signal: AbortSignal,
): Promise<EInvoice> {
  const invoice = await readInvoice(readBytes(base64), signal);
  if (relationship === undefined) return invoice;
  if (invoice.relationship === 'data' && relationship !== 'data') {
    throw refuseField(
      '/pdf/e_invoice/relationship',
      `is "${relationship}", and the profile ${invoice.level} is "data"`,
    );
  }
  return { ...invoice, relationship };
}

function readLevel(name: ConformanceName): NonNullable<Conformance['pdfA']> {
  if (name.startsWith(part4)) return { part: 4, ...(name.endsWith('f') && { level: 'F' as const }) };
  const [, part, level] = /^pdf\/a-(\d)(\w)$/.exec(name) ?? [];
  return { part: part === '3' ? 3 : 2, level: level === 'a' ? 'A' : level === 'u' ? 'U' : 'B' };
}
