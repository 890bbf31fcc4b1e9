import type { Excess, FamilyUse } from '../calls.ts';
import { findAll, findFirst } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { buildForeignTest, listBrought } from '../dom/elements.ts';
import { walkAllRules } from '../dom/rules.ts';
import { runningMark } from '../names.ts';

/** ElementTexts of several scripts, and symbols: a font has some of them. */
const samples = ['mmmiiiWWW', 'أبجد', 'कखग', 'กขค', 'אבג', '漢字かな', '한글', '☀→∑'];

const limits = {
  /** Documents and shadow trees that are read, and texts or elements of each. */
  familyTrees: 2000,
  familyTexts: 20_000,
  /** Lists of families of frames and shadow trees, and characters of each. */
  innerFamilies: 100,
  family: 2000,
} as const satisfies Partial<Record<Excess['of'], number>>;

/** The limits that were reached. */
type Reached = Set<keyof typeof limits>;

/** Lists those of `names` that are installed on the machine. */
export function listInstalledFamilies(names: readonly string[]): string[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  const measure = (font: string, text: string) => {
    context.font = `64px ${font}`;
    return context.measureText(text).width;
  };
  const bare = new Map<string, number>();
  const measureBare = (generic: string, text: string) => {
    const width = bare.get(generic + text) ?? measure(generic, text);
    bare.set(generic + text, width);
    return width;
  };
  // A missing family leaves the widths of the generic one.
  const isInstalled = (name: string) =>
    samples.some((text) =>
      ['monospace', 'serif'].some(
        (generic) => measure(`${JSON.stringify(name)}, ${generic}`, text) !== measureBare(generic, text),
      ),
    );
  return names.filter(isInstalled);
}

/** Elements that were added for the text of margin boxes. */
const probes: Element[] = [];
/** The limits that searches reached before each list had a text. */
const unread: Reached = new Set();

/**
 * Finds the first element of each list of families that has text in it, or text of style sheets around it; undefined for none. For lists of
 * margin boxes, whose text no element has, adds one.
 */
export function findFamilyTexts(stacks: readonly string[], boxed: readonly FamilyUse[]): (Element | undefined)[] {
  const found = new Map(stacks.map((stack): [string, Element | undefined] => [compareStack(stack), undefined]));
  const reached: Reached = new Set();
  const offer = (fontFamily: string, element: Element, isShown: () => boolean) => {
    const stack = compareStack(fontFamily);
    if (!found.has(stack) || found.get(stack) !== undefined || !isShown()) return;
    if (dom(element).getClientRects().length > 0) found.set(stack, element);
  };
  const offerGenerated = (elements: Iterable<Element>) => {
    const all = [...elements];
    if (all.length > limits.familyTexts) reached.add('familyTexts');
    for (const element of all.slice(0, limits.familyTexts)) {
      for (const pseudo of ['::before', '::after', '::marker']) {
        const { content, fontFamily } = getComputedStyle(element, pseudo);
        offer(fontFamily, element, () => hasText(content));
      }
    }
  };
  const isComplete = () => ![...found.values()].includes(undefined);
  const roots = listRoots(reached);
  for (const root of roots) {
    walkTexts(root, reached, (element) => {
      const { fontFamily, visibility } = getComputedStyle(element);
      // Running elements are hidden in the text, and shown in margins.
      offer(fontFamily, element, () => visibility === 'visible' || dom(element).closest(`[${runningMark}]`) !== null);
    });
  }
  if (!isComplete()) offerGenerated(listGenerated());
  for (const root of roots.slice(1)) if (!isComplete()) offerGenerated(dom(root).querySelectorAll('*'));
  if (!isComplete()) for (const what of reached) unread.add(what);
  for (const use of boxed) {
    const stack = compareStack(use.css);
    if (found.get(stack) === undefined) found.set(stack, addProbe(use));
  }
  return stacks.map((stack) => found.get(compareStack(stack)));
}

/** Removes the elements that `findFamilyTexts` added. Returns what it left unread. */
export function endFamilyTexts(): Excess[] {
  for (const probe of probes.splice(0)) dom(probe).remove();
  const excess = describeReached(unread);
  unread.clear();
  return excess;
}

/** Lists the families of text in open shadow trees and frames, as CSS, without lists of which a family has a font in these documents. */
export function listInnerStacks(): { stacks: string[]; excess: Excess[] } {
  const reached: Reached = new Set();
  const [, ...inner] = listRoots(reached);
  const documents = [document, ...inner.flatMap((root) => dom(root).ownerDocument ?? [])];
  const isForeign = buildForeignTest(listBrought(documents.flatMap((inner) => [...dom(inner).fonts])));
  const stacks = new Set<string>();
  for (const root of inner) {
    walkTexts(root, reached, (element) => {
      const { fontFamily } = getComputedStyle(element);
      if (fontFamily.length >= limits.family) reached.add('family');
      else if (stacks.size < limits.innerFamilies || stacks.has(fontFamily)) stacks.add(fontFamily);
      else reached.add('innerFamilies');
    });
  }
  return { stacks: [...stacks].filter(isForeign), excess: describeReached(reached) };
}

function describeReached(reached: Reached): Excess[] {
  return [...reached].map((of) => ({ of, limit: limits[of] }));
}

function bodyOf(): Element | Document {
  return findFirst('body') ?? document;
}

/** The tree of the document, those of its open shadow trees and those of its frames from the same origin. */
function listRoots(reached: Reached): (Element | Document | ShadowRoot)[] {
  const roots: (Element | Document | ShadowRoot)[] = [bodyOf()];
  for (const root of roots) {
    for (const element of dom(root).querySelectorAll('*')) {
      const frame = dom(element).localName === 'iframe' ? (element as HTMLIFrameElement) : undefined;
      const inner = dom(element).shadowRoot ?? dom(frame?.contentDocument)?.body;
      if (inner && roots.length < limits.familyTrees) roots.push(inner);
      else if (inner) reached.add('familyTrees');
    }
  }
  return roots;
}

/** Calls `visit` for each element of a tree that has text which is not in another element. */
function walkTexts(root: Node, reached: Reached, visit: (element: Element) => void): void {
  const texts = doc.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let last: Element | undefined;
  for (let count = 0; texts.nextNode(); count += 1) {
    if (count === limits.familyTexts) {
      reached.add('familyTexts');
      return;
    }
    const { parentElement, data } = texts.currentNode as Text;
    if (parentElement === null || parentElement === last || data.trim() === '') continue;
    last = parentElement;
    visit(parentElement);
  }
}

function compareStack(css: string): string {
  return css.replace(/["'\s]/g, '').toLowerCase();
}

/** Whether the content of a pseudo-element has text, whose fonts are among those of its element. */
function hasText(content: string): boolean {
  return /"\s*[^"\s]|(?:attr|counters?)\(/.test(content.replace(/url\("[^"]*"\)/g, ''));
}

/**
 * Lists the elements for which rules have content. Reading the pseudo-elements of all elements of a long document takes a tenth as long as
 * its print.
 */
function listGenerated(): Set<Element> {
  const selectors = new Set<string>();
  walkAllRules((rule) => {
    const { style, selectorText = '&' } = rule as CSSStyleRule;
    if (!style?.content || rule instanceof CSSMarginRule) return;
    // What a nested rule is for depends on those around it.
    const isNested = /&|:scope/.test(selectorText);
    selectors.add(isNested ? '*' : selectorText.replace(/::?(?:before|after|marker)\b/g, ':is(*)'));
  });
  const find = (selector: string): Element[] => {
    try {
      return findAll(selector);
    } catch {
      return findAll('*');
    }
  };
  return new Set([...selectors].flatMap(find));
}

function addProbe({ css, text }: FamilyUse): Element {
  const probe = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span');
  dom(probe).setAttribute('style', `all: unset !important; font-family: ${css} !important`);
  dom(probe).append(text);
  dom(bodyOf()).append(probe);
  // Only what is laid out has fonts.
  dom(probe).getBoundingClientRect();
  probes.push(probe);
  return probe;
}
