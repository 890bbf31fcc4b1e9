import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AnswerHead } from '../../client/index.ts';
import { errors } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { type DescribedError, describeError } from '../output/describe-error.ts';
import { resolveConnection, type Settings } from '../settings/index.ts';
import { checkReadiness } from './check-readiness.ts';
import { attempt, type CheckResult, fail, ok, warn } from './check-result.ts';

/** Seconds that two clocks may differ: certificates and signatures allow for a few minutes. */
const skewLimit = 60;

const caFix = 'name a file in PEM form with --ca-file or PLATEN_CA_FILE';

/** The connection to a service elsewhere: proxy, certificates, address, key, clock. */
export async function checkService(
  context: Context,
  settings: Settings,
  askReady = checkReadiness,
): Promise<CheckResult[]> {
  const { baseUrl } = resolveConnection(settings);
  if (baseUrl === null) return [ok('address', 'none: the service runs inside each command')];
  const route = [
    ...(await attempt('proxy', () => checkProxy(baseUrl, context))),
    ...(await attempt('ca', () => checkCertificates(settings.get('ca_file')))),
  ];
  return route.some(({ state }) => state === 'fail') ? route : [...route, ...(await call(context, baseUrl, askReady))];
}

async function checkProxy(baseUrl: string, { io }: Context): Promise<CheckResult> {
  const { findProxy } = await import('../../client/index.ts');
  const proxy = findProxy(new URL(baseUrl), io.env);
  return ok('proxy', proxy ? `${proxy.protocol}//${proxy.host}` : 'none');
}

async function checkCertificates(file: string | null): Promise<CheckResult> {
  if (file === null) return ok('ca', "the system's and Node's own");
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError('config_invalid', `ca_file: ${file} cannot be read (${cause.code})`, { fix: caFix, cause });
  });
  try {
    const { validTo } = new X509Certificate(text);
    if (Date.parse(validTo) > Date.now()) return ok('ca', `${file}, until ${validTo}`);
    return warn('ca', `${file} expired on ${validTo}`, 'get a new one from the operator of the proxy or the service');
  } catch (cause) {
    throw new CommandError('config_invalid', `ca_file: ${file} has no certificate that can be read`, {
      fix: caFix,
      cause,
    });
  }
}

/** Makes a small call that needs the key. How far it gets tells address, key and clock apart. */
async function call(context: Context, baseUrl: string, askReady: typeof checkReadiness): Promise<CheckResult[]> {
  let head: AnswerHead | undefined;
  const started = performance.now();
  try {
    const client = await context.client();
    const onAnswer = (answer: AnswerHead) => {
      head = answer;
    };
    await client.listTemplates({ limit: 1 }, { signal: context.signal, retries: 0, onAnswer });
    const ms = Math.round(performance.now() - started);
    const answered = [ok('address', `${baseUrl} answers in ${ms} ms`), ok('key', 'accepted'), ...checkClock(head)];
    return [...answered, ...(await askReady(context, baseUrl))];
  } catch (error) {
    const described = describeError(error, baseUrl);
    if (described.code === 'no_key') return [fail('key', error)];
    if (head === undefined) return [fail('address', error)];
    const answered = [ok('address', `${baseUrl} answers`), judgeRefusal(error, described), ...checkClock(head)];
    return [...answered, ...(await askReady(context, baseUrl))];
  }
}

function judgeRefusal(error: unknown, { code, status }: DescribedError): CheckResult {
  // It is a key of the service, and need not be one for templates.
  if (code === 'forbidden' && status === 403) return ok('key', 'accepted; it may not list templates');
  if (errors[code].exit === errors.unauthorized.exit) return fail('key', error);
  // Services that speak only the published part of the interface have no list of templates.
  if (status === 404 || status === 405) {
    return warn('key', 'could not be tried: the service lists no templates', 'check base_url, or try a render');
  }
  return fail('service', error);
}

function checkClock(head: AnswerHead | undefined): CheckResult[] {
  const date = head?.headers.date;
  const there = Date.parse(String(date));
  if (date === undefined || Number.isNaN(there)) return [];
  const seconds = Math.round((Date.now() - there) / 1000);
  if (Math.abs(seconds) <= skewLimit) return [ok('clock', `agrees with the service's`)];
  const detail = `is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  return [warn('clock', detail, 'set the clock, for example by NTP: certificates and deadlines depend on it')];
}
