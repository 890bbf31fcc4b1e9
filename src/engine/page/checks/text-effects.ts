import type { TextEffect } from '../../../injected/calls.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';

/** What becomes of text that has an effect. */
const results: Readonly<Record<TextEffect['becomes'], string>> = {
  picture: 'a picture',
  outlines: 'outlines',
};

/**
 * Removes filters without effect from a page, and describes the effects that turn text into a picture; with `isReadAloud` also those on images
 * with a text, which would be lost.
 */
export async function keepPageText(page: Page, isReadAloud: boolean): Promise<readonly PageWarning[]> {
  const warnings = buildWarnings();
  for (const { css, name, becomes } of await page.call('keepText', isReadAloud)) {
    const what = warnings.clean(`${css} (${name})`);
    const detail = `${what} turns text into ${results[becomes]}: it cannot be searched, copied or read aloud.`;
    warnings.add('text_rasterized', detail);
  }
  return warnings.list;
}
