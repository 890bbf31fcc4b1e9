import { doc, dom } from '../dom/dom.ts';

/** What a child of the root computes for a property, if it has some declarations and a font size: pages inherit from the root too. */
export function computeInherited(
  wanted: string,
  declared: readonly (readonly [property: string, value: string])[],
  fontSize: string,
): string {
  const probe = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span') as HTMLElement;
  const { style } = dom(probe);
  style.cssText = 'all: unset !important; position: absolute !important';
  style.setProperty('font-size', fontSize || 'inherit', 'important');
  for (const [property, value] of declared) style.setProperty(property, value, 'important');
  dom(doc.documentElement)?.append(probe);
  const computed = getComputedStyle(probe).getPropertyValue(wanted);
  dom(probe).remove();
  return computed;
}
