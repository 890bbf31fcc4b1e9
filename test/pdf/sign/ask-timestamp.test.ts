import { TimeStampReq } from 'pkijs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AskAuthority, type AuthorityQuestion, openTimestamps } from '../../../src/pdf/sign/ask-timestamp.ts';
import { SigningError } from '../../../src/pdf/sign/open-signer.ts';
import { readTokenDigest } from '../../../src/pdf/sign/read-token.ts';
import { answerTimestamp, type Issued, issue } from './memory-authority.ts';

const url = 'http://authority.test/tsa';
const digest = new Uint8Array(32).fill(7);
let authority: Issued;
beforeAll(async () => {
  authority = await issue('Timestamps');
});
const askAuthority: AskAuthority = ({ sent }) => answerTimestamp(authority, sent?.bytes);

/** The request for a timestamp of another digest. */
function changeDigest(request: Uint8Array): Uint8Array {
  const changed = Buffer.from(request);
  changed[changed.indexOf(Buffer.from(digest))] = 8;
  return changed;
}

describe('a timestamp authority', () => {
  it('is asked once for each digest, with its certificates', async () => {
    const asked: AuthorityQuestion[] = [];
    const timestamps = await openTimestamps(url, (question) => {
      asked.push(question);
      return askAuthority(question);
    });
    expect([timestamps.last, asked]).toEqual([undefined, []]);
    const token = await timestamps.timestamp(digest, 'SHA-256');
    expect(await readTokenDigest(token)).toEqual(digest);
    expect(timestamps.last).toBe(token);
    expect(asked).toEqual([
      {
        url,
        accept: 'application/timestamp-reply',
        sent: { bytes: expect.any(Uint8Array), type: 'application/timestamp-query' },
      },
    ]);
    expect(TimeStampReq.fromBER(new Uint8Array(asked[0]?.sent?.bytes ?? [])).certReq).toBe(true);
  });

  it.each<[string, AskAuthority, string]>([
    ['fails', () => Promise.reject(new Error('tsa.example answered 503')), 'tsa.example answered 503'],
    [
      'answers for another digest',
      ({ sent }) => answerTimestamp(authority, changeDigest(sent?.bytes ?? new Uint8Array())),
      'the answer is no timestamp of this signature',
    ],
    ['answers nonsense', async () => Buffer.from('hello'), 'the answer is no timestamp of this signature'],
    ['fails with what is not an error', () => Promise.reject('no'), 'the answer is no timestamp of this signature'],
  ])('is refused if it %s', async (_, ask, message) => {
    const timestamps = await openTimestamps(url, ask);
    const failure = await timestamps.timestamp(digest, 'SHA-256').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SigningError);
    expect(failure).toMatchObject({ kind: 'timestamp', message });
    expect(timestamps.last).toBeUndefined();
  });

  it('has a new reason for each failure', async () => {
    const answers: AskAuthority[] = [
      () => Promise.reject(new Error('tsa.example answered 503')),
      async () => Buffer.from('hello'),
      askAuthority,
    ];
    const timestamps = await openTimestamps(url, (question) => (answers.shift() as AskAuthority)(question));
    await expect(timestamps.timestamp(digest, 'SHA-256')).rejects.toThrow('tsa.example answered 503');
    await expect(timestamps.timestamp(digest, 'SHA-256')).rejects.toThrow('no timestamp of this signature');
    await expect(timestamps.timestamp(digest, 'SHA-256')).resolves.toBeInstanceOf(Uint8Array);
  });
});
