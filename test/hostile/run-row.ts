import type { Hit } from './canaries.ts';
import { compareFootprints, type Footprint, takeFootprint } from './footprint.ts';
import { publicAddresses } from './internet-names.ts';
import { browserAddresses } from './namespaces.ts';
import { collectWords } from './pdf-words.ts';
import { classify, isAllowed, type Outcome, type RenderRow, type Row } from './row.ts';
import type { Answer, Service } from './service-client.ts';

/** Where rows are run. */
export interface Arena {
  readonly service: Service;
  /** Contacts since the last call. */
  takeHits(): readonly Hit[];
  /** What may be found in no output. */
  readonly secrets: readonly string[];
  /** Folders that must not grow. */
  readonly folders: readonly string[];
  /** What the service held when it had warmed up. */
  readonly baseline: Footprint;
}

/** Milliseconds for an input that may be ended by its deadline. */
const shortMs = 5_000;

/** Milliseconds for an input that must come to an end by itself, on a slow machine too. */
const longMs = 30_000;

/** Milliseconds after a deadline in which the answer must be there, on a slow machine too. */
const graceMs = 5_000;

/** The milliseconds in which a row must be answered. */
export const answeredMs = shortMs + graceMs;

/** The request of a row with the deadline of the suite, unless it brings its own. */
export function withDeadline({ body, outcomes }: RenderRow): unknown {
  const { options = {}, ...rest } = body as { options?: object };
  return { ...rest, options: { timeout_ms: deadlineOf(outcomes), ...options } };
}

function deadlineOf(outcomes: readonly Outcome[]): number {
  return outcomes.includes('LIMIT') ? shortMs : longMs;
}

/**
 * Runs a row and gives everything that is wrong with what came of it. Where that is no more than a pause of the event loop,
 * which a busy machine makes too, the row is run once more.
 */
export async function runRow(row: Row, arena: Arena): Promise<string[]> {
  const wrong = await runOnce(row, arena);
  const isPause = wrong.every((line) => line.startsWith(pause));
  return wrong.length > 0 && isPause ? runOnce(row, arena) : wrong;
}

const pause = 'the event loop stood still';

async function runOnce(row: Row, arena: Arena): Promise<string[]> {
  const { service } = arena;
  arena.takeHits();
  await service.measureDelay();
  const seen: Hit[] = [];
  const collect = () => {
    seen.push(...arena.takeHits());
    return seen;
  };
  const wrong: string[] = [];
  const rowService = watchAnswers(service, arena.secrets, wrong);
  if ('run' in row) wrong.push(...(await row.run(rowService, collect)));
  else {
    const answer = await rowService.render(withDeadline(row));
    const outcome = classify(answer);
    const message = `${answer.status} ${answer.code} ${answer.text.split('\n\n')[1]?.slice(0, 300)}`;
    if (!isAllowed(outcome, row.outcomes))
      wrong.push(`outcome ${outcome}, not ${row.outcomes.join(' or ')}: ${message}`);
    if (outcome === 'REJECT' && row.code !== undefined && answer.code !== row.code)
      wrong.push(`not ${row.code}: ${message}`);
    if (answer.ms > deadlineOf(row.outcomes) + graceMs) wrong.push(`took ${Math.round(answer.ms)} ms`);
  }
  const delayMs = await service.measureDelay();
  if (delayMs > 100 && delayMs > 2 * timeLargestBody()) wrong.push(`${pause} for ${Math.round(delayMs)} ms`);
  wrong.push(...(await checkOrdinary(service)));
  wrong.push(...findForbidden(collect()));
  wrong.push(...(await waitForBaseline(arena)));
  if (!service.isAlive()) wrong.push(`the service died: ${service.output().slice(-500)}`);
  for (const secret of arena.secrets) if (service.output().includes(secret)) wrong.push(`"${secret}" in the log`);
  return wrong;
}

/**
 * The milliseconds that `JSON.parse` takes here and now for a body of the largest size, which no service can do in pieces: what a
 * pause is measured by where the machine is slow or busy.
 */
function timeLargestBody(): number {
  const body = JSON.stringify({ parts: 'x'.repeat(32 * 1024 * 1024) });
  const start = performance.now();
  JSON.parse(body);
  return performance.now() - start;
}

/** Contacts with anything but public addresses, past the proxy, or by datagram. */
export function findForbidden(hits: readonly Hit[]): string[] {
  const bad = hits.filter(({ kind, to, from }) => {
    if (browserAddresses.includes(from)) return true;
    return kind === 'udp' || (kind === 'tcp' && !publicAddresses.includes(to));
  });
  return [...new Set(bad.map(describe))];
}

function describe({ at, kind, to, port, from, asked }: Hit): string {
  return `${kind} contact with ${to}:${port} in ${at} from ${from} ${asked}`.trim();
}

/** The service with every answer searched for what may be in none. */
function watchAnswers(service: Service, secrets: readonly string[], wrong: string[]): Service {
  const search = async (answer: Answer) => {
    const words = answer.pdf === undefined ? '' : await collectWords(answer.pdf);
    for (const secret of secrets) {
      if (answer.text.includes(secret)) wrong.push(`"${secret}" in the answer`);
      if (words.includes(secret) || answer.pdf?.includes(secret)) wrong.push(`"${secret}" in the PDF`);
    }
    return answer;
  };
  return {
    ...service,
    render: (body, account) => service.render(body, account).then(search),
    send: (method, path, body, account) => service.send(method, path, body, account).then(search),
  };
}

async function checkOrdinary(service: Service): Promise<string[]> {
  const answer = await service.render({ parts: { html: '<p>ordinary words' } }, 'b');
  const words = answer.pdf === undefined ? '' : await collectWords(answer.pdf);
  return words.includes('ordinary words') ? [] : [`the next ordinary render gave ${answer.status} ${answer.text}`];
}

/** Waits until the service holds no more than at its start. Gives what it holds after five seconds, in words. */
export async function waitForBaseline({
  service,
  baseline,
  folders,
}: Pick<Arena, 'service' | 'baseline' | 'folders'>): Promise<string[]> {
  for (let waited = 0; ; waited += 100) {
    const grown = compareFootprints(baseline, takeFootprint(service.pid, folders));
    if (grown.length === 0 || waited >= 5_000) return grown;
    await new Promise((later) => setTimeout(later, 100));
  }
}
