import type { TimestampAuthority } from '@libpdf/core';
import { SigningError } from './open-signer.ts';
import { readTokenDigest } from './read-token.ts';

/** A question to an authority: for a timestamp, for a certificate, or whether a certificate was revoked. */
export interface AuthorityQuestion {
  url: string;
  /** The media type of the answer. */
  accept: string;
  /** What is sent, with its media type. Default: nothing, and the answer is fetched. */
  sent?: { bytes: Uint8Array; type: string } | undefined;
}

/** Sends a question. Rejects with an error whose message says what failed. */
export type AskAuthority = (question: AuthorityQuestion) => Promise<Uint8Array>;

/** A timestamp authority (RFC 3161), by its address. */
export interface Timestamps extends TimestampAuthority {
  /** The last token that it issued. */
  last: Uint8Array | undefined;
}

/** Opens a timestamp authority. Its `timestamp` throws `SigningError`. */
export async function openTimestamps(url: string, ask: AskAuthority): Promise<Timestamps> {
  const { HttpTimestampAuthority } = await import('@libpdf/core');
  let failure: unknown;
  const fetch = async (_: unknown, { body, headers }: RequestInit = {}) => {
    const type = new Headers(headers).get('content-type') ?? '';
    const sent = { bytes: body as Uint8Array, type };
    try {
      const token = await ask({ url, accept: 'application/timestamp-reply', sent });
      return new Response(token as Uint8Array<ArrayBuffer>);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const authority = new HttpTimestampAuthority(url, { fetch });
  const timestamps: Timestamps = {
    last: undefined,
    async timestamp(digest, algorithm) {
      failure = undefined;
      try {
        const token = await authority.timestamp(digest, algorithm);
        const isOfDigest = Buffer.from(await readTokenDigest(token)).equals(digest);
        if (!isOfDigest) throw new Error('the timestamp is of another digest');
        timestamps.last = token;
        return token;
      } catch (cause) {
        if (failure instanceof Error) throw new SigningError('timestamp', failure.message, { cause: failure });
        throw new SigningError('timestamp', 'the answer is no timestamp of this signature', { cause });
      }
    },
  };
  return timestamps;
}
