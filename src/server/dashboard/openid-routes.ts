import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openIdReturnPath, openIdStartPath } from '../../contract/index.ts';
import { describeForLog, type Log } from '../observe/log.ts';
import { readCookie, setCookie } from '../sessions/cookies.ts';
import { findOpenIdPerson, UnverifiedAddress } from '../sessions/openid-person.ts';
import { type OpenIdOptions, type OpenIdTry, openProvider } from '../sessions/openid-provider.ts';
import { beginSession } from './begin-session.ts';
import type { DashboardParts } from './dashboard-parts.ts';

/** The cookie of a sign-in that is under way, and the seconds that it may take. */
const kind = 'openid';
const maxAge = 600;
/** Milliseconds for which a used attempt is remembered: longer than the code of any provider is valid. */
const usedMs = 86_400_000;

/** Registers signing in with OpenID Connect: two addresses that browsers are led to, and no operation. */
export function addOpenIdRoutes(app: FastifyInstance, parts: DashboardParts, options: OpenIdOptions, log: Log): void {
  const provider = openProvider(options);

  app.get(openIdStartPath, async (request, reply) => {
    try {
      const { address, attempt } = await provider.begin(`${addressOf(request)}${openIdReturnPath}`);
      // The provider leads back from its own site, so a strict cookie would stay behind.
      setCookie(request, reply, { kind, value: writeTry(attempt), maxAge, sameSite: 'Lax' });
      return reply.redirect(address, 302);
    } catch (error) {
      log.write('error', 'openid_failed', describeForLog(error));
      return reply.redirect('../../dashboard/#failed=openid_failed', 302);
    }
  });

  app.get(openIdReturnPath, async (request, reply) => {
    setCookie(request, reply, { kind, value: '', maxAge: 0, sameSite: 'Lax' });
    try {
      const attempt = readTry(readCookie(request, kind));
      await useOnce(attempt);
      const query = /\?.*/s.exec(request.url)?.[0] ?? '';
      const answers = await provider.finish(new URL(`${addressOf(request)}${openIdReturnPath}${query}`), attempt);
      const { id, email } = await findOpenIdPerson(parts.accounts.users, answers, options);
      await beginSession(parts, { id, email }, request, reply);
      return reply.redirect('../../../dashboard/', 302);
    } catch (error) {
      log.write('warn', 'openid_refused', { request_id: request.id, ...describeForLog(error) });
      return reply.redirect(`../../../dashboard/#failed=${nameFailure(error)}`, 302);
    }
  });

  /** Refuses an attempt that has ended before on any service of this database, whatever the provider says of its code. */
  async function useOnce({ state }: OpenIdTry): Promise<void> {
    const { claims } = await parts.store.coordination();
    const digest = createHash('sha256').update(state).digest('hex');
    const request = { scope: 'openid', name: digest, digest };
    const { state: found } = await claims.claim(request, 'openid', { holdMs: usedMs, keepMs: usedMs });
    if (found !== 'mine') throw new Error('this attempt to sign in has ended; start again');
  }

  function addressOf({ protocol, host }: FastifyRequest): string {
    return parts.publicUrl ?? `${protocol}://${host}`;
  }
}

/** The word by which the page to sign in explains a failure. */
function nameFailure(error: unknown): string {
  if (error instanceof UnverifiedAddress) return 'email_not_verified';
  return (error as { code?: unknown }).code === 'forbidden' ? 'forbidden' : 'openid_failed';
}

function writeTry({ state, nonce, verifier }: OpenIdTry): string {
  return [state, nonce, verifier].join('.');
}

function readTry(text = ''): OpenIdTry {
  const [state, nonce, verifier] = text.split('.');
  if (!state || !nonce || !verifier) throw new Error('this browser has not started to sign in, or took too long');
  return { state, nonce, verifier };
}
