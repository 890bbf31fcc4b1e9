import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReceivedPdf } from '../../../client/index.ts';
import { openSigner, type PdfSigner, SigningError, signPdf } from '../../../pdf/index.ts';
import type { Context } from '../../command/context.ts';
import { readInputBytes, readInputText } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import { openAuthorities } from './open-authorities.ts';
import { usualField } from './read-appearance.ts';
import { checkSignFlags, checkSignTexts, type SignFlags } from './sign-flags.ts';

/** Signs a PDF that was received. */
export type SignReceived = (received: ReceivedPdf) => Promise<ReceivedPdf>;

/**
 * Opens the key that the flags name, before anything is rendered. It stays in this process. Undefined without `--sign`. Throws `usage`,
 * `input_missing`, and `input_invalid` for a key that cannot sign. What it returns throws `signing_failed`.
 */
export async function openSigning(context: Context, flags: SignFlags): Promise<SignReceived | undefined> {
  checkSignFlags(flags);
  if (flags.sign === undefined) return undefined;
  checkSignTexts(flags);
  const { signReason: reason, signLocation: location, signContact: contact, certify } = flags;
  const field = flags.signField ?? (flags.signAppearance === undefined ? undefined : usualField);
  const timestampUrl = flags.timestampUrl ?? (await context.settings()).get('timestamp_url') ?? undefined;
  const level = flags.signLevel;
  if (level !== undefined && level !== 'b-b' && timestampUrl === undefined)
    throw new CommandError('usage', `--sign-level ${level} needs a timestamp authority`, {
      fix: 'add --timestamp-url',
    });
  const signer = await readSigner(context, flags.sign, flags);
  const ask = await openAuthorities(context);
  return async (received) => {
    const bytes = await buffer(received.stream);
    if (bytes.includes('/Encrypt')) refuseEncrypted(bytes);
    const options = { signer, reason, location, contact, field, certify, level, timestampUrl, ask, now: new Date() };
    const signed = await signPdf(bytes, options).catch((error: unknown) => {
      context.signal.throwIfAborted();
      throw error instanceof SigningError ? explain(error) : error;
    });
    const sha256 = createHash('sha256').update(signed).digest('hex');
    const facts = () => ({ bytes: signed.byteLength, sha256 });
    return { ...received, stream: Readable.from([Buffer.from(signed)]), facts };
  };
}

const fixes: Record<SigningError['kind'], string> = {
  key: 'check the certificate',
  timestamp: 'check --timestamp-url, or try again',
  proof: 'use a certificate of an authority that answers, or --sign-level b-t',
  field: 'see the fields: platen inspect file.pdf',
  signed: 'leave out --certify, or sign the PDF before others do',
  room: 'use a certificate with fewer authorities',
};

function explain(error: SigningError): CommandError {
  const text = `the PDF could not be signed: ${error.message}`;
  return new CommandError(error.kind === 'field' || error.kind === 'signed' ? 'usage' : 'signing_failed', text, {
    fix: fixes[error.kind],
  });
}

async function readSigner(
  { io, output }: Context,
  file: string,
  { signKey, signPasswordFile }: SignFlags,
): Promise<PdfSigner> {
  const certificate = await readInputBytes(file, '--sign', io);
  const key = signKey === undefined ? undefined : await readInputBytes(signKey, '--sign-key', io);
  const password =
    signPasswordFile === undefined
      ? io.env.PLATEN_SIGN_PASSWORD
      : (await readInputText(signPasswordFile, '--sign-password-file', io)).replace(/\r?\n$/, '');
  if (password !== undefined && password.length >= 8) output.hide(password, '…');
  try {
    return await openSigner({ certificate, key, password }, new Date());
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    throw new CommandError('input_invalid', `--sign: ${error.message}`, {
      fix: 'check the file, and its password in --sign-password-file or PLATEN_SIGN_PASSWORD',
    });
  }
}

/** Whether the bytes are of an encrypted file is known from its trailer. */
function refuseEncrypted(bytes: Buffer): void {
  const trailer = bytes.subarray(Math.max(0, bytes.lastIndexOf('/Root') - 2048)).toString('latin1');
  if (!/\/Encrypt\s+\d+ \d+ R/.test(trailer)) return;
  throw new CommandError('usage', '--sign: the request encrypts the PDF, and an encrypted PDF cannot be signed', {
    fix: 'leave out pdf.encrypt',
  });
}
