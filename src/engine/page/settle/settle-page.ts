import type { PageSurvey } from '../../../injected/calls.ts';
import type { Deadline } from '../../deadline.ts';
import type { ResourceWatch } from '../load/watch-resources.ts';
import { composeProgram, stepEvent } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';
import type { PageWarning } from '../open/warnings.ts';

/** Milliseconds that fonts may take after everything else has loaded. */
const fontLimitMs = 5000;
/** Milliseconds that the answers may take for which scripts wait after the load event. */
const answerLimitMs = 5000;

/** A complete page. */
export interface SettledPage extends PageSurvey {
  warnings: PageWarning[];
  /** Whether timers of its scripts are waited for. Default false. */
  hasTimers?: boolean;
  /** Whether it has open shadow trees. Default false. */
  hasShadows?: boolean;
}

/** How a page is waited for. */
interface Settling {
  /** Whether its scripts may draw. They get two animation frames at least. */
  mayDraw: boolean;
  /** Whether to wait until nothing moves. */
  rest: boolean;
}

/** Waits until a loaded page is complete. */
export async function settlePage(page: Page, settling: Settling): Promise<SettledPage> {
  const options = { ...settling, fontLimit: fontLimitMs, stepEvent };
  const { inTime, moves, hasUnseen, ...survey } = await page.call('settleDocument', options);
  const warnings: PageWarning[] = [];
  if (!inTime) warnings.push({ code: 'fonts_late', detail: `Fonts were not ready after ${fontLimitMs / 1000} s.` });
  if (moves)
    warnings.push({
      code: 'still_moving',
      detail: 'The page kept changing until the time limit and is printed in mid-movement.',
    });
  if (hasUnseen)
    warnings.push({
      code: 'lazy_unloaded',
      detail: 'Only the first 100 windows were brought into view for scripts that wait for that.',
    });
  return { warnings, ...survey };
}

/**
 * Settles a page whose scripts may draw what they have asked for: waits until no answer is awaited, no short timer is pending and the page has
 * settled after it. It takes at most half of the time that is left, so that the page is printed in any case. What is awaited beyond
 * the limit is a warning. A page that asks for nothing pays nothing.
 */
export async function settleAnswers(
  page: Page,
  resources: ResourceWatch,
  settling: Settling,
  { remainingMs }: Pick<Deadline, 'remainingMs'>,
): Promise<SettledPage> {
  const limitMs = Math.min(answerLimitMs, remainingMs / 2);
  const end = performance.now() + limitMs;
  for (;;) {
    if (settling.mayDraw) await resources.answers(Math.max(0, end - performance.now()));
    const settled = await settlePage(page, settling);
    const [awaited] = settling.mayDraw ? resources.listAwaited() : [];
    if (awaited === undefined) {
      if (!settled.hasTimers) return settled;
      if (await runShortTimers(page, resources, end)) continue;
      const detail =
        'A timer of its scripts was not waited for: it is longer than a second, or follows others without end.';
      return { ...settled, warnings: [...settled.warnings, { code: 'still_loading', detail }] };
    }
    if (performance.now() < end) continue;
    const detail = `${awaited} had not answered after ${(limitMs / 1000).toFixed(1)} s, and is not waited for.`;
    return { ...settled, warnings: [...settled.warnings, { code: 'still_loading', detail }] };
  }
}

/**
 * Moves the page's clock on over its short timers, so that they cost next to no time, until one of them asks for an answer: what limits
 * the time of that answer must not run ahead of it. Returns whether any ran, also those that became due by themselves meanwhile.
 */
async function runShortTimers(page: Page, resources: ResourceWatch, end: number): Promise<boolean> {
  let hasRun = false;
  while (performance.now() < end) {
    const { moved, hasTimers } = await page.call('runTimers', stepEvent);
    hasRun ||= moved || !hasTimers;
    if (!moved || resources.listAwaited().length > 0) break;
  }
  return hasRun;
}

/**
 * Settles a complete page in which nothing can act. Evaluates in the document's own world: no script has changed it, and it
 * is needed anyway to leave the document. The command is sent before this returns.
 */
export async function settleStaticPage(page: Page): Promise<SettledPage> {
  page.world = undefined;
  const { result } = await page.send('Runtime.evaluate', {
    expression: composeProgram('surveyPage'),
    returnByValue: true,
  });
  return { warnings: [], ...(result.value as PageSurvey) };
}
