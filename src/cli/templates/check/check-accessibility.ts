import type { DefaultTreeAdapterTypes } from 'parse5';
import { placeAt } from '../../files/place-at.ts';
import type { Finding } from '../finding.ts';

type Element = DefaultTreeAdapterTypes.Element;

/**
 * Checks what readers of a tagged PDF need first: the language of the document (WCAG 2.2, 3.1.1), its title (2.4.2) and texts
 * for images (1.1.1). Reads the rendered HTML; the place is in the template, where its text shows it.
 */
export async function checkAccessibility(html: string, content: string, file: string): Promise<Finding[]> {
  const { parse } = await import('parse5');
  const elements = [...walkElements(parse(html))];
  const findings: Finding[] = [];
  const find = (name: string) => elements.find((element) => element.tagName === name);
  const add = (code: string, message: string, pattern: RegExp) => {
    const found = pattern.exec(content);
    findings.push({ code, message, file, ...(found && placeAt(content, found.index)) });
  };
  if (!attributeOf(find('html'), 'lang')?.trim()) {
    add('no_language', 'the document does not say its language: <html lang="en">', /<html\b/i);
  }
  const title = find('title');
  if (!title?.childNodes.some((node) => 'value' in node && node.value.trim() !== '')) {
    add('no_title', 'the document has no title: <title>Invoice</title>', /<title\b|<head\b/i);
  }
  const silent = elements.filter(isSilentImage);
  if (silent.length > 0) {
    const many = silent.length === 1 ? 'an image has' : `${silent.length} images have`;
    add(
      'no_alternative',
      `${many} no text for those who cannot see: alt="…", or alt="" where it only decorates`,
      silentImage,
    );
  }
  return findings;
}

/** An img without an alt attribute in the text of a template. */
const silentImage = /<img\b(?:(?!\balt\b)[^>])*>/i;

function isSilentImage(element: Element): boolean {
  if (element.tagName !== 'img' || attributeOf(element, 'alt') !== undefined) return false;
  if (attributeOf(element, 'aria-hidden') === 'true' || attributeOf(element, 'aria-label')?.trim()) return false;
  return !['none', 'presentation'].includes(attributeOf(element, 'role') ?? '');
}

function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Every element in document order; no recursion, because a page may be very deep. */
function* walkElements(root: DefaultTreeAdapterTypes.Document): Generator<Element> {
  const open: DefaultTreeAdapterTypes.ChildNode[] = root.childNodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue;
    yield node;
    open.push(...node.childNodes.toReversed());
  }
}
