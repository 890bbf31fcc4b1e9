import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import { goneResult, ResultError } from '../result-error.ts';
import { isResultOf, nameResult, requireName } from '../result-name.ts';
import type { ByteRange, ResultPlace, ResultStore } from '../result-store.ts';
import type { S3Address } from './s3-address.ts';
import { openS3Client, type S3Client, type S3Request, type S3Success } from './s3-client.ts';
import { explainOutage, explainRefusal, nameBucket } from './s3-errors.ts';
import { isCut, readObjects } from './s3-listing.ts';

/** An address of a link, in seconds: S3 gives none for longer than a week. */
const longestLink = 604_800;

/**
 * Keeps results, whatever they are, as objects `<prefix><name>.pdf` of a bucket. Writes, lists and removes an object first: throws `config_invalid` if
 * the store refuses that, and `results_unavailable` if it does not answer. Closes the pool.
 */
export async function openResultBucket(address: S3Address, identity: string, pool: Dispatcher): Promise<ResultStore> {
  const client = openS3Client(address, pool);
  const urlOf = (name: string) => new URL(`${requireName(name)}.pdf`, address.base);

  async function send(request: S3Request) {
    const answer = await client.send(request);
    if ('refusal' in answer) throw explainRefusal(address, answer.refusal);
    return answer;
  }

  try {
    await prove(address, client);
  } catch (error) {
    await client.close();
    throw error;
  }

  return {
    kind: 's3',

    async put(id, result, type = 'application/pdf') {
      const name = nameResult(id, identity);
      const headers = { 'content-type': type };
      const { body } = await send({ method: 'PUT', url: urlOf(name), headers, body: result });
      await body.dump();
      return { store: 's3', name, bytes: result.length };
    },

    async open({ store, name, bytes }, range) {
      if (store !== 's3') throw goneResult(`the result was kept in another store (${store})`);
      const headers = range && { range: `bytes=${range.first}-${range.last}` };
      const answer = await client.send({ method: 'GET', url: urlOf(name), ...(headers && { headers }) });
      if ('refusal' in answer) {
        if (answer.refusal.code === 'NoSuchKey') throw goneResult(`the result is no longer in ${nameBucket(address)}`);
        throw explainRefusal(address, answer.refusal);
      }
      const stream = nameFailures(answer.body, address);
      try {
        const size = readSize(answer, range, address);
        if (size === bytes) return { size, stream };
        throw goneResult(`the result in ${nameBucket(address)} has ${size} bytes instead of ${bytes}`);
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },

    async drop({ store, name }) {
      if (store !== 's3') return;
      const answer = await client.send({ method: 'DELETE', url: urlOf(name) });
      if (!('refusal' in answer)) return answer.body.dump().then(() => undefined);
      if (answer.refusal.code !== 'NoSuchKey') throw explainRefusal(address, answer.refusal);
    },

    async link({ store, name }, seconds, disposition) {
      if (store !== 's3') throw goneResult(`the result was kept in another store (${store})`);
      const url = urlOf(name);
      url.searchParams.set('response-content-disposition', disposition);
      return client.sign(url, Math.min(seconds, longestLink));
    },

    async *list(before) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { body } = await send({ method: 'GET', url: listUrl(address, 1_000, after) });
        const page = await text(body).catch((error: unknown) => {
          throw explainOutage(address, error);
        });
        const objects = readObjects(page);
        for (const { key, bytes, changed } of objects) {
          const name = key.startsWith(address.prefix) ? key.slice(address.prefix.length).replace(/\.pdf$/, '') : '';
          if (!isResultOf(identity, name) || changed >= before) continue;
          yield { store: 's3', name, bytes } satisfies ResultPlace;
        }
        after = isCut(page) ? objects.at(-1)?.key : undefined;
      }
    },

    close: () => client.close(),
  };
}

/** Does once what results need. Without the permission to list a bucket, a missing object is reported as forbidden. */
async function prove(address: S3Address, client: S3Client): Promise<void> {
  const url = new URL('platen-was-here', address.base);
  const steps = [
    () => client.send({ method: 'PUT', url, body: Buffer.from('platen') }),
    () => client.send({ method: 'GET', url: listUrl(address, 1) }),
    () => client.send({ method: 'DELETE', url }),
  ];
  for (const step of steps) {
    const answer = await step();
    if ('body' in answer) await answer.body.dump();
    else if (answer.refusal.status >= 500) throw explainRefusal(address, answer.refusal);
    else {
      const { message } = explainRefusal(address, answer.refusal);
      throw new ResultError('config_invalid', `results cannot be kept: ${message}`, {
        fix: 'look at PLATEN_RESULTS_URL and the AWS_ variables; the key must be allowed to put, get, list and delete objects',
      });
    }
  }
}

/**
 * Where the objects below the prefix are listed, in the order of their keys, after the key (S3, "ListObjects": its second version goes
 * on by a token that some stores cannot make).
 */
function listUrl({ root, prefix }: S3Address, limit: number, after = ''): URL {
  const url = new URL(root);
  // Not every store takes a slash after the name of the bucket.
  url.pathname = root.pathname.replace(/\/$/, '');
  url.searchParams.set('max-keys', String(limit));
  if (prefix) url.searchParams.set('prefix', prefix);
  if (after) url.searchParams.set('marker', after);
  return url;
}

/** The bytes of the whole object. Throws if the answer holds another range than was asked for (RFC 9110, section 14.4). */
function readSize({ status, headers }: S3Success, range: ByteRange | undefined, address: S3Address): number {
  if (!range) return Number(headers['content-length']);
  const [, given, total] = /^bytes (\d+-\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
  if (status !== 206 || given !== `${range.first}-${range.last}`) {
    throw new ResultError('results_unavailable', `${nameBucket(address)} did not return the requested range`);
  }
  return Number(total);
}

/** The bytes of an answer. If the store breaks off in the middle, they fail with a code. */
function nameFailures(body: Readable, address: S3Address): Readable {
  const named = new PassThrough();
  body.once('error', (error) => named.destroy(explainOutage(address, error)));
  named.once('close', () => body.destroy());
  return body.pipe(named);
}
