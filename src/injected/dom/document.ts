// A form or an image whose name is that of a property hides this property of its document, in isolated worlds too (HTML, section 3.1.6).
// These read from the prototype.

/** A property of a document. */
export function readDocument<K extends keyof Document>(inner: Document, property: K): Document[K] {
  return Object.getOwnPropertyDescriptor(Document.prototype, property)?.get?.call(inner);
}

/** The elements of a document that match a selector. Throws if the selector is invalid. */
export function findAll<E extends Element = HTMLElement>(selector: string, inner: Document = document): E[] {
  return [...Document.prototype.querySelectorAll.call(inner, selector)] as unknown[] as E[];
}

/** The first element of a document that matches a selector. */
export function findFirst(selector: string, inner: Document = document): Element | null {
  return Document.prototype.querySelector.call(inner, selector);
}

/** The elements that a rule with this selector is for, or with pseudo-elements of which it is. None if the selector is invalid. */
export function findSelected(selector: string, root: Document | ShadowRoot = document): HTMLElement[] {
  const bare = selector.replace(/::?(?:before|after|marker)\b/g, '');
  try {
    return root instanceof Document ? findAll(bare, root) : [...root.querySelectorAll<HTMLElement>(bare)];
  } catch {
    return [];
  }
}

/** The open shadow trees of the document that are in no other shadow tree. */
export function listShadowRoots(): ShadowRoot[] {
  return findAll('*').flatMap(({ shadowRoot }) => shadowRoot ?? []);
}

/** A URL of a style sheet or of an attribute, made absolute; undefined if it is invalid. */
export function resolveUrl(url: string, base?: string | null): string | undefined {
  return URL.parse(url, base ?? document.baseURI)?.href;
}
