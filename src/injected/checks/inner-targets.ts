import type { Excess } from '../calls.ts';
import { listShadowRoots } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { findingLimit } from '../dom/elements.ts';
import { decodeFragment } from '../dom/places.ts';

/** Links that are looked at, and characters of a target. */
const linkLimit = 20_000;
const lengthLimit = 500;

/** The ids that links of a document name and only its open shadow trees have: Chromium writes no link to these. */
export function listInnerTargets(): { ids: string[]; excess: Excess[] } {
  const roots = listShadowRoots();
  const targets = new Set<string>();
  const links = [document, ...roots].flatMap((root) => [
    ...dom(root).querySelectorAll('a[href^="#"], area[href^="#"]'),
  ]);
  for (const link of links.slice(0, linkLimit)) {
    if (targets.size >= findingLimit) break;
    const id = decodeFragment(dom(link).getAttribute('href')?.slice(1, lengthLimit) ?? '');
    if (id === '' || targets.has(id) || doc.getElementById(id) || doc.getElementsByName(id).length > 0) continue;
    if (roots.some((root) => dom(root).getElementById(id) !== null)) targets.add(id);
  }
  const excess: Excess[] = links.length > linkLimit ? [{ of: 'innerLinks', limit: linkLimit }] : [];
  return { ids: [...targets], excess };
}
