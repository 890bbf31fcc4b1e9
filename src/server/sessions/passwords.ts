import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { RequestError } from '../answers/problems.ts';

/** Checks passwords and makes what they are checked against. */
export interface Passwords {
  /** The text to store: parameters, salt and scrypt of the password (RFC 7914). */
  hash(password: string): Promise<string>;
  /** Whether this is the password. Without a stored text it takes as long and is false. Throws `rate_limited` if too many wait. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Of N the binary logarithm, r and p. A check takes 128 MiB and about half a second (OWASP Password Storage). */
const strong = { log2N: 17, r: 8, p: 1 };
/** Checks at once: each takes a thread that also reads files and resolves names. */
const atOnce = 2;
/** Checks that may wait. */
const waitingLimit = 30;
const hashBytes = 32;

/** Opens the check of passwords. A smaller `log2N` is for tests. */
export function openPasswords({ log2N } = { log2N: strong.log2N }): Passwords {
  const usualCost = { ...strong, log2N };
  const waiting: (() => void)[] = [];
  let running = 0;

  async function derive(password: string, salt: Buffer, cost: typeof strong): Promise<Buffer> {
    if (running >= atOnce) {
      if (waiting.length >= waitingLimit) {
        throw new RequestError('rate_limited', 'too many sign-ins at the moment', { retryAfterMs: 5000 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      const options = { N: 2 ** cost.log2N, r: cost.r, p: cost.p, maxmem: 2 ** (cost.log2N + 8 + 3) };
      return await runScrypt(password.normalize('NFKC'), salt, options);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await derive(password, salt, usualCost);
      return [
        'scrypt',
        usualCost.log2N,
        usualCost.r,
        usualCost.p,
        salt.toString('base64url'),
        hash.toString('base64url'),
      ].join('$');
    },
    async verify(password, stored) {
      const [, n, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
      const cost = stored === null ? usualCost : { log2N: Number(n), r: Number(r), p: Number(p) };
      const wanted = Buffer.from(hash, 'base64url');
      const made = await derive(password, Buffer.from(salt, 'base64url'), cost);
      return stored !== null && wanted.length === made.length && timingSafeEqual(made, wanted);
    },
  };
}

function runScrypt(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, made) => (error ? reject(error) : resolve(made)));
  });
}
