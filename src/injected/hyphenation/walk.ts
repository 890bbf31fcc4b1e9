import { dom } from '../dom/dom.ts';
import type { WordLimits } from './split.ts';

/** What `hyphens: auto` of an element asks for; the same object for all elements that ask for the same. */
export interface HyphenRequest {
  /** The language of the text; empty if unknown. */
  language: string;
  limits: WordLimits;
  /** The first element that asks for it. */
  element: Element;
}

/** A text node of a run. */
export interface RunNode {
  node: Text;
  /** Where its text begins in that of the run. */
  start: number;
  /** Undefined if its words stay whole. */
  asks: HyphenRequest | undefined;
}

/** Text in a row without the edge of a block in between. */
export interface TextRun {
  text: string;
  nodes: RunNode[];
}

/** Characters of text beyond which words stay whole, so that the time is bounded. */
const textLimit = 20_000_000;

/** In the text of a run, at a place where a word ends. */
const edge = '\ufffc';
const invisible = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'datalist']);
/** Elements whose text is not prose, or cannot be changed. */
const unchanged = new Set(
  'code kbd samp tt var pre textarea input select iframe object embed canvas audio video'.split(' '),
);

/** An element whose content is being walked. */
interface Frame {
  element: Element;
  style: CSSStyleDeclaration;
  isInline: boolean;
  isRaised: boolean;
  /** What it asks for; null until its first text. */
  asks: HyphenRequest | undefined | null;
}

/** Properties of CSS that the DOM library of TypeScript lacks (Chromium, CSS Text 4). */
type HyphenStyle = CSSStyleDeclaration & { webkitLocale: string; hyphenateLimitChars: string };

/**
 * Calls `visit` for each run of text in a page, and in the documents and open shadow trees inside of it. Returns whether all text was
 * walked.
 */
export function walkRuns(visit: (run: TextRun) => void): boolean {
  return new RunWalk(visit).walkAll();
}

class RunWalk {
  readonly #visit: (run: TextRun) => void;
  readonly #requests = new Map<string, HyphenRequest>();
  readonly #trees: (Document | ShadowRoot)[] = [document];
  #text = '';
  #nodes: RunNode[] = [];
  #walked = 0;

  constructor(visit: (run: TextRun) => void) {
    this.#visit = visit;
  }

  walkAll(): boolean {
    for (const tree of this.#trees) if (this.#walked < textLimit) this.#walk(tree);
    return this.#walked < textLimit;
  }

  /** Without recursion, because a script may nest elements to any depth. */
  #walk(tree: Document | ShadowRoot): void {
    const host =
      dom(tree).nodeType === Node.DOCUMENT_NODE ? dom(tree as Document).documentElement : (tree as ShadowRoot).host;
    if (!host) return;
    const frames: Frame[] = [{ element: host, style: styleOf(host), isInline: false, isRaised: false, asks: null }];
    let node = dom(tree).firstChild as Node | null;
    while (node && this.#walked < textLimit) {
      let frame: Frame | undefined;
      const { nodeType, firstChild } = dom(node);
      if (nodeType === Node.TEXT_NODE) this.#addText(node as Text, frames.at(-1) as Frame);
      else if (nodeType === Node.ELEMENT_NODE) frame = this.#enter(node as Element);
      if (frame !== undefined && firstChild) {
        frames.push(frame);
        node = firstChild;
        continue;
      }
      if (frame !== undefined) this.#leave(frame);
      while (!dom(node).nextSibling && dom(node).parentNode !== tree) {
        node = dom(node).parentNode as Node;
        this.#leave(frames.pop() as Frame);
      }
      node = dom(node).nextSibling;
    }
    this.#flush();
  }

  #flush(): void {
    if (this.#nodes.some(({ asks }) => asks !== undefined)) this.#visit({ text: this.#text, nodes: this.#nodes });
    this.#text = '';
    this.#nodes = [];
  }

  #addText(node: Text, frame: Frame): void {
    const { data } = node;
    if (data === '') return;
    // A number next to a word is that of a note.
    if (/[\p{L}\p{M}]$/u.test(this.#text.slice(-2)) && /^\d/.test(data)) this.#text += edge;
    if (frame.asks === null) frame.asks = this.#readRequest(frame.element, frame.style as HyphenStyle);
    this.#nodes.push({ node, start: this.#text.length, asks: frame.asks });
    this.#text += data;
    this.#walked += data.length;
  }

  #readRequest(element: Element, style: HyphenStyle): HyphenRequest | undefined {
    if (style.hyphens !== 'auto' || style.textWrapMode === 'nowrap') return undefined;
    if (style.display !== 'contents' && !dom(element).checkVisibility()) return undefined;
    const { webkitLocale, hyphenateLimitChars } = style;
    const language = webkitLocale === 'auto' ? '' : webkitLocale.replace(/^"|"$/g, '').slice(0, 50);
    const key = `${language} ${hyphenateLimitChars}`;
    const request = this.#requests.get(key) ?? { language, limits: readLimits(hyphenateLimitChars), element };
    this.#requests.set(key, request);
    return request;
  }

  /** Returns the frame of an element whose content is walked. */
  #enter(element: Element): Frame | undefined {
    const { localName, namespaceURI, parentElement, shadowRoot } = dom(element);
    if (invisible.has(localName)) return undefined;
    const style = styleOf(element);
    const { display } = style;
    if (display === 'none') return undefined;
    const isInline = display === 'inline' || display === 'contents';
    if (!isInline || localName === 'br') this.#flush();
    const isForeign = namespaceURI !== 'http://www.w3.org/1999/xhtml' && parentElement !== null;
    const isEdited = dom(element).hasAttribute('contenteditable') && dom(element as HTMLElement).isContentEditable;
    if (shadowRoot) this.#trees.push(shadowRoot);
    const inner = localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null;
    if (inner && dom(inner).documentElement) this.#trees.push(inner);
    if (localName === 'wbr') this.#text += '\u200b';
    if (isForeign || isEdited || unchanged.has(localName)) {
      this.#text += edge;
      return undefined;
    }
    const isRaised = localName === 'sup' || localName === 'sub';
    if (isRaised) this.#text += edge;
    return { element, style, isInline, isRaised, asks: null };
  }

  #leave({ isInline, isRaised }: Frame): void {
    if (!isInline) this.#flush();
    else if (isRaised) this.#text += edge;
  }
}

function styleOf(element: Element): CSSStyleDeclaration {
  return (dom(dom(element).ownerDocument).defaultView ?? window).getComputedStyle(element);
}

function readLimits(value: string): WordLimits {
  const [word = 5, left = 2, right = left] = value.split(' ').map((part) => Number.parseInt(part, 10) || undefined);
  return { word, left, right };
}
