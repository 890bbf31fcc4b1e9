import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReceivedPdf } from '../../../client/index.ts';
import { isHttpAddress, isPlainText } from '../../../contract/index.ts';
import { type AskTimestamp, openSigner, type PdfSigner, SigningError, signPdf } from '../../../pdf/index.ts';
import type { Context } from '../../command/context.ts';
import { readInputBytes, readInputText } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import { checkSignFlags, type SignFlags } from './sign-flags.ts';

/** Signs a PDF that was received. */
export type SignReceived = (received: ReceivedPdf) => Promise<ReceivedPdf>;

/** Milliseconds, and bytes of an answer, of a timestamp authority. */
const timestampLimits = { ms: 30_000, bytes: 1024 * 1024 };

/**
 * Opens the key that the flags name, before anything is rendered. It stays in this process. Undefined without `--sign`. Throws `usage`,
 * `input_missing`, and `input_invalid` for a key that cannot sign. What it returns throws `signing_failed`.
 */
export async function openSigning(context: Context, flags: SignFlags): Promise<SignReceived | undefined> {
  checkSignFlags(flags);
  if (flags.sign === undefined) return undefined;
  const { signReason: reason, signLocation: location, signContact: contact } = flags;
  for (const text of [reason, location, contact])
    if (text !== undefined && !isPlainText(text))
      throw new CommandError('usage', 'the texts of a signature have one line, without control characters');
  const signer = await readSigner(context, flags.sign, flags);
  const askTimestamp = flags.timestampUrl === undefined ? undefined : await openTimestamps(context, flags.timestampUrl);
  return async (received) => {
    const bytes = await buffer(received.stream);
    if (bytes.includes('/Encrypt')) refuseEncrypted(bytes);
    const signed = await signPdf(bytes, { signer, reason, location, contact, askTimestamp, now: new Date() }).catch(
      (error: unknown) => {
        if (!(error instanceof SigningError)) throw error;
        throw new CommandError('signing_failed', `the PDF could not be signed: ${error.message}`, {
          fix: flags.timestampUrl === undefined ? 'check the certificate' : 'check --timestamp-url, or try again',
        });
      },
    );
    const sha256 = createHash('sha256').update(signed).digest('hex');
    const facts = () => ({ bytes: signed.byteLength, sha256 });
    return { ...received, stream: Readable.from([Buffer.from(signed)]), facts };
  };
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

/** Asks an authority through the proxies of the environment, as all calls of the command do. */
async function openTimestamps({ io, signal }: Context, url: string): Promise<AskTimestamp> {
  if (!isHttpAddress(url)) throw new CommandError('usage', '--timestamp-url is not a valid http or https URL');
  const { buildProxyFetch } = await import('../../../client/index.ts');
  const send = buildProxyFetch(io.env) ?? fetch;
  const { origin } = new URL(url);
  return async (request, type) => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(timestampLimits.ms)]);
    const headers = { 'content-type': type, accept: 'application/timestamp-reply' };
    const body = request as Uint8Array<ArrayBuffer>;
    const answer = await send(url, { method: 'POST', headers, body, signal: over }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new Error(`${origin} did not answer`, { cause });
    });
    if (answer.status !== 200) throw new Error(`${origin} answered ${answer.status}`);
    const token = new Uint8Array(await answer.arrayBuffer());
    if (token.byteLength > timestampLimits.bytes) throw new Error(`${origin} answered more than a timestamp`);
    return token;
  };
}
