import { hasPageRules, mayBreakBoxes, mayHaveLayers, mayNeedBreaks, mayStick } from '../load/document-hints.ts';
import { composeProgram } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import { measurePageBoxes } from '../paged/page-boxes.ts';
import type { SettledPage } from '../settle/settle-page.ts';

/** The command that sets defaults, once it is sent. */
interface Sent {
  /** Settles with warnings of the boxes that page breaks cut. */
  warnings: Promise<readonly PageWarning[]>;
}

const nothing: Sent = { warnings: Promise.resolve([]) };

/**
 * Sets where pages break unless the document says otherwise. `html` is undefined for an address. `settled` is undefined for a static document that is printed without asking it
 * first: all of it is in its HTML. Returns once the command is sent, and what is sent next finds the defaults.
 */
export async function setPrintDefaults(
  page: Page,
  { html, options }: { html: string | undefined; options: PageOptions },
  settled: SettledPage | undefined,
): Promise<Sent> {
  const isWhole = settled === undefined && html !== undefined;
  if (isWhole && !mayNeedBreaks(html)) return nothing;
  const mayBreak = html === undefined || mayBreakBoxes(html);
  const namesPaper = settled === undefined ? html !== undefined && hasPageRules(html) : settled.namesPaper;
  const boxes = mayBreak && namesPaper ? Object.values(await measurePageBoxes(page, options)) : [];
  const defaults = {
    mayHaveLayers: !isWhole || mayHaveLayers(html),
    mayBeInLine: !isWhole || mayBreak,
    mayStick: isWhole ? mayStick(html) : settled?.hasSticky === true,
    ...(boxes.length > 0 && { height: Math.min(...boxes.map(({ height }) => height)) }),
  };
  const { world } = page;
  const answer = page.send('Runtime.evaluate', {
    expression: composeProgram('setPrintDefaults', defaults),
    returnByValue: true,
    ...(world !== undefined && { contextId: world }),
  });
  const warnings = answer.then(({ result }) => describe(result.value as string[] | undefined));
  // Printing fails first, and reports it.
  warnings.catch(() => undefined);
  return { warnings };
}

function describe(names: readonly string[] = []): readonly PageWarning[] {
  const warnings = buildWarnings();
  for (const name of names)
    warnings.add('page_break_cuts', `${warnings.clean(name)} is higher than a page and is cut at its end.`);
  return warnings.list;
}
