import { doc, dom } from './dom.ts';

/** The elements of a document that match a selector. Throws if the selector is invalid. */
export function findAll<E extends Element = HTMLElement>(selector: string, inner: Document = document): E[] {
  return [...dom(inner).querySelectorAll<E>(selector)];
}

/** The first element of a document that matches a selector. */
export function findFirst(selector: string, inner: Document = document): Element | null {
  return dom(inner).querySelector(selector);
}

/** A selector for the elements whose pseudo-elements another is for. What has only a pseudo-element there is for all elements. */
export function dropPseudo(selector: string, pseudo: RegExp): string {
  return selector.replace(pseudo, (_found, at: number) => (/^[\s,>+~]?$/.test(selector.charAt(at - 1)) ? '*' : ''));
}

/** The elements that a rule with this selector is for, or with pseudo-elements of which it is. None if the selector is invalid. */
export function findSelected(selector: string, root: Document | ShadowRoot = document): HTMLElement[] {
  const bare = dropPseudo(selector, /::?(?:before|after|marker)\b/g);
  try {
    return [...dom(root).querySelectorAll<HTMLElement>(bare)];
  } catch {
    return [];
  }
}

/** The open shadow trees of the document that are in no other shadow tree. */
export function listShadowRoots(): ShadowRoot[] {
  return findAll('*').flatMap((element) => dom(element).shadowRoot ?? []);
}

/** A URL of a style sheet or of an attribute, made absolute; undefined if it is invalid. */
export function resolveUrl(url: string, base?: string | null): string | undefined {
  return URL.parse(url, base ?? doc.baseURI)?.href;
}
