import { type Browser, DevToolsError } from '../../../browser/index.ts';
import type { Excess, FamilyUse } from '../../../injected/calls.ts';
import { listFontNames, type PdfRef } from '../../../pdf/index.ts';
import { findInside } from '../open/call-inside.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import { describeExcess } from './describe-excess.ts';
import { type FamilyStack, readStack } from './read-stack.ts';

/** Families that are reported, names of a page that are looked for, and names that are known of one browser. */
const warningLimit = 5;
const nameLimit = 200;
const knownLimit = 1000;

/** Installed families of each browser, which reads its fonts when it starts. */
const installed = new WeakMap<Browser, Set<string>>();

/** The lists of families that are named in shadow trees, such as those of headers and footers, and in frames. */
export function listInnerFamilies(page: Page): Promise<{ stacks: string[]; excess: Excess[] }> {
  return page.call('listInnerStacks');
}

/**
 * Warns of families that a page names and that are nowhere, so that its text is printed in another font: if none of the named
 * families of a list is there. `named` are the lists that its style sheets name and for
 * which it brings no font along, `boxed` those of its margin boxes, `printed` its pages if it brings no fonts at all: what they are
 * printed in is there. The page must still be open; it is asked only about families that its browser is not known to have,
 * which takes a tenth of a short command.
 */
export async function findMissingFamilies(
  page: Page,
  named: readonly string[],
  boxed: readonly FamilyUse[] = [],
  printed: readonly PdfRef[] = [],
): Promise<PageWarning[]> {
  const stacks = new Set([...named, ...boxed.map(({ css }) => css)]);
  const known = installed.get(page.browser) ?? new Set();
  installed.set(page.browser, known);
  const isKnown = ({ names }: FamilyStack) => names.some((name) => known.has(name.toLowerCase()));
  const unknown = [...stacks].flatMap((css) => readStack(css) ?? []).filter((stack) => !isKnown(stack));
  const doubtful = unknown.length === 0 ? [] : leaveOutPrinted(unknown, printed);
  if (doubtful.length === 0) return [];
  const names = [...new Set(doubtful.flatMap((stack) => stack.names))];
  const there = await page.call('listInstalledFamilies', names.slice(0, nameLimit));
  for (const name of there) if (known.size < knownLimit) known.add(name.toLowerCase());
  const looked = new Set(names.slice(0, nameLimit));
  const isMissing = ({ names: tried }: FamilyStack) => tried.every((name) => looked.has(name) && !there.includes(name));
  const missing = new Map(doubtful.filter(isMissing).map((stack) => [stack.css, stack]));
  const detail = `font-family: only ${nameLimit} families are looked for.`;
  const unread: PageWarning[] = names.length > nameLimit ? [{ code: 'css_ignored', detail }] : [];
  if (missing.size === 0) return unread;
  const used = boxed.filter(({ css }) => missing.has(css));
  return [...unread, ...(await describeUsed(page, [...missing.values()], used))];
}

/** The lists of which no family has a font on these pages, by a name such as DejaVuSans-Bold. */
function leaveOutPrinted(stacks: readonly FamilyStack[], pages: readonly PdfRef[]): readonly FamilyStack[] {
  const families = new Set([...listFontNames(pages)].map((name) => name.replace(/-.*/s, '').toLowerCase()));
  return stacks.filter(({ names }) => !names.some((name) => families.has(name.replace(/\s/g, '').toLowerCase())));
}

/** Warns of the lists that text is printed in. */
async function describeUsed(
  page: Page,
  stacks: readonly FamilyStack[],
  boxed: readonly FamilyUse[],
): Promise<PageWarning[]> {
  const { clean } = buildWarnings();
  const warnings = new Map<string, PageWarning>();
  try {
    for (const { stack, objectId } of await findTexts(page, stacks, boxed)) {
      const { wanted, names } = stack;
      if (warnings.has(wanted)) continue;
      if (warnings.size >= warningLimit) {
        const detail = `Only the first ${warningLimit} missing fonts are named.`;
        warnings.set('', { code: 'font_missing', detail });
        break;
      }
      const used = await readFonts(page, objectId);
      const isUsed = (name: string) => used.some((font) => font.toLowerCase() === name.toLowerCase());
      if (used.length === 0 || names.some(isUsed)) continue;
      const detail = `The font "${clean(wanted)}" is not there: its text is printed in ${clean(used.join(', '))}.`;
      warnings.set(wanted, { code: 'font_missing', detail });
    }
    const excess = await page.call('endFamilyTexts');
    return [...warnings.values(), ...describeExcess(excess)];
  } catch (error) {
    // The document has left, which is reported elsewhere.
    if (!(error instanceof DevToolsError)) throw error;
    return [...warnings.values()];
  }
}

/** The first text that is printed in each list of families, as an object of the page; none for a list without text. */
async function findTexts(page: Page, stacks: readonly FamilyStack[], boxed: readonly FamilyUse[]) {
  const css = stacks.map((stack) => stack.css);
  const found = await findInside(page, 'findFamilyTexts', [css, boxed]);
  return stacks.flatMap((stack, index) => {
    const objectId = found[index];
    return objectId === undefined ? [] : [{ stack, objectId }];
  });
}

/** The fonts of an element (DevTools method CSS.getPlatformFontsForNode). */
async function readFonts(page: Page, objectId: string): Promise<string[]> {
  page.post('DOM.enable');
  await page.send('CSS.enable');
  try {
    await page.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await page.send('DOM.requestNode', { objectId });
    const { fonts } = await page.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName }) => familyName);
  } finally {
    page.post('CSS.disable');
    page.post('DOM.disable');
  }
}
