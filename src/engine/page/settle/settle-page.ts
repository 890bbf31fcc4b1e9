import type { Deadline } from '../../deadline.ts';
import type { BoxedStack } from '../checks/find-missing-families.ts';
import type { ResourceWatch } from '../load/watch-resources.ts';
import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import type { PageWarning } from '../open/warnings.ts';
import { rulesScript } from './rules-script.ts';
import { settleScript } from './settle-script.ts';

/** Milliseconds that fonts may take after everything else has loaded. */
const fontLimitMs = 5000;
/** Milliseconds that the answers may take for which scripts wait after the load event. */
const answerLimitMs = 5000;

/** What the rules and the boxes of a page say of its paper. */
interface PageRules {
  /** The page sizes in its `@page` rules, as CSS (CSSPageRule). */
  sizes: string[];
  /** How many images its `img` elements show. */
  pictures: number;
  /** Whether it has frames, films, or elements for plug-ins. */
  embeds: boolean;
  /** The lists of font families that its rules and elements name, as CSS, but for those with a family that it brings along. */
  stacks: string[];
  /** The same of its margin boxes, with their text. */
  boxed: BoxedStack[];
  /** Page counters outside of margin boxes, where they are 0 (CSS Paged Media 3, section 6.1), with their selectors. */
  uncounted: string[];
  /** Whether any of its rules, or the style of an element, asks for hyphens (CSS Text 4, section 6.1). */
  asksHyphens: boolean;
  /** Addresses of images and fonts that arrived and cannot be read. */
  unread: string[];
  /** Whether its `@page` rules name a size or margins, so that its pages may be wider than the view, or narrower. */
  namesPaper: boolean;
  /** Whether any of its boxes scroll (CSS Overflow 3, section 2), and those of which a part is not shown in the view. */
  scrolls: boolean;
  cut: string[];
}

/** A complete page. */
export interface SettledPage extends PageRules {
  warnings: PageWarning[];
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
  type Settled = PageRules & { inTime: boolean; moves: boolean };
  const argument = JSON.stringify({ ...settling, fontLimit: fontLimitMs });
  const { inTime, moves, ...rules } = await evaluateInside<Settled>(page, `(${settleScript})(${argument})`);
  const warnings: PageWarning[] = [];
  if (!inTime) warnings.push({ code: 'fonts_late', detail: `Fonts were not ready after ${fontLimitMs / 1000} s.` });
  if (moves)
    warnings.push({ code: 'still_moving', detail: 'The page never came to rest and is printed in mid-movement.' });
  return { warnings, ...rules };
}

/**
 * Settles a page whose scripts may draw what they have asked for: waits until no answer is awaited and the page has come to
 * rest after it. It takes at most half of the time that is left, so that the page is printed in any case. What is awaited beyond
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
    if (awaited === undefined) return settled;
    if (performance.now() < end) continue;
    const detail = `${awaited} had not answered after ${(limitMs / 1000).toFixed(1)} s, and is not waited for.`;
    return { ...settled, warnings: [...settled.warnings, { code: 'still_loading', detail }] };
  }
}

/**
 * Settles a complete page in which nothing can act. Evaluates in the document's own world: no script has changed it, and it
 * is needed anyway to leave the document. The command is sent before this returns.
 */
export async function settleStillPage(page: Page): Promise<SettledPage> {
  page.world = undefined;
  const { result } = await page.send('Runtime.evaluate', { expression: `(${rulesScript})()`, returnByValue: true });
  return { warnings: [], ...(result.value as PageRules) };
}
