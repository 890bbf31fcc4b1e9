import { walkRulesScript } from '../page-scripts.ts';
import { runningMarkName } from '../running/running-script.ts';

/** Characters of several scripts and signs: a face has some of them. */
const sample = ['mmmiiiWWW', 'أبجد', 'कखग', 'กขค', 'אבג', '漢字かな', '한글', '☀→∑'];

/** Lists those of `names` that are installed on the machine. Runs in an isolated world. */
export const listInstalledScript = `(names) => {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const measure = (font, text) => {
    context.font = '64px ' + font;
    return context.measureText(text).width;
  };
  const bare = new Map();
  const measureBare = (generic, text) => {
    if (!bare.has(generic + text)) bare.set(generic + text, measure(generic, text));
    return bare.get(generic + text);
  };
  // A face that is not there leaves the widths of the generic family as they are.
  const isInstalled = (name) => ${JSON.stringify(sample)}.some((text) =>
    ['monospace', 'serif'].some((generic) => measure(JSON.stringify(name) + ', ' + generic, text) !== measureBare(generic, text)));
  return names.filter(isInstalled);
}`;

/**
 * Defines `walkTexts(root, visit)`, which calls `visit(element)` on what shows text of its own, in a tree, and
 * `listRoots()`: the tree of the document, those of its open shadow trees and those of its frames from the same origin.
 */
const walkTexts = `
  const body = Document.prototype.querySelector.call(document, 'body') ?? document;
  const listRoots = () => {
    const roots = [body];
    for (const root of roots)
      for (const element of root.querySelectorAll('*')) {
        const inner = element.shadowRoot ?? (element.localName === 'iframe' ? element.contentDocument?.body : undefined);
        if (inner && roots.length < 2000) roots.push(inner);
      }
    return roots;
  };
  const walkTexts = (root, visit) => {
    const texts = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
    let last;
    for (let count = 0; count < 20000 && texts.nextNode(); count += 1) {
      const { parentElement, data } = texts.currentNode;
      if (parentElement === null || parentElement === last || data.trim() === '') continue;
      last = parentElement;
      visit(parentElement);
    }
  };`;

/** Attribute of the text that stands for that of a margin box. */
const probeMark = 'data-platen-probe';

/**
 * The first element of each list of families that shows text of its own in it, or text of style sheets beside it, in an isolated world;
 * undefined for none. For lists of margin boxes, whose text no element has, it is one that is made for it.
 */
export const findTextsScript = `(stacks, boxed) => {
  ${walkTexts}
  ${walkRulesScript}
  const read = (css) => css.replace(/["'\\s]/g, '').toLowerCase();
  const found = new Map(stacks.map((stack) => [read(stack), undefined]));
  // Running elements are shown elsewhere.
  const isShown = (element, visibility) => visibility === 'visible' || element.closest('[${runningMarkName}]') !== null;
  for (const root of listRoots()) walkTexts(root, (element) => {
    const { fontFamily, visibility } = getComputedStyle(element);
    const stack = read(fontFamily);
    if (!found.has(stack) || found.get(stack) !== undefined || !isShown(element, visibility)) return;
    if (element.getClientRects().length > 0) found.set(stack, element);
  });
  // The fonts of an element are those of its pseudo-elements, too.
  const writes = (content) => /"\\s*[^"\\s]|(?:attr|counters?)\\(/.test(content.replace(/url\\("[^"]*"\\)/g, ''));
  const findGenerated = (elements) => {
    for (const element of [...elements].slice(0, 20000)) {
      for (const pseudo of ['::before', '::after', '::marker']) {
        const { content, fontFamily } = getComputedStyle(element, pseudo);
        const stack = read(fontFamily);
        if (!found.has(stack) || found.get(stack) !== undefined || !writes(content)) continue;
        if (element.getClientRects().length > 0) found.set(stack, element);
      }
    }
  };
  const isComplete = () => ![...found.values()].includes(undefined);
  // Only what has a rule with content is asked: to ask each element of a long document takes as long as a tenth of its print.
  const listGenerated = () => {
    const selectors = new Set();
    walkAll((rule) => {
      if (!rule.style?.content || rule instanceof CSSMarginRule) return;
      const { selectorText = '&' } = rule;
      // What a nested rule means is told by those around it.
      selectors.add(/&|:scope/.test(selectorText) ? '*' : selectorText.replace(/::?(?:before|after|marker)\\b/g, ':is(*)'));
    });
    const find = (selector) => {
      try {
        return [...Document.prototype.querySelectorAll.call(document, selector)];
      } catch {
        return find('*');
      }
    };
    return new Set([...selectors].flatMap(find));
  };
  if (!isComplete()) findGenerated(listGenerated());
  for (const root of listRoots().slice(1)) if (!isComplete()) findGenerated(root.querySelectorAll('*'));
  for (const { css, text } of boxed) {
    if (found.get(read(css)) !== undefined) continue;
    const probe = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    probe.setAttribute('style', 'all: unset !important; font-family: ' + css + ' !important');
    probe.setAttribute('${probeMark}', '');
    probe.append(text);
    body.append(probe);
    // Only what is laid out has fonts.
    probe.getBoundingClientRect();
    found.set(read(css), probe);
  }
  return stacks.map((stack) => found.get(read(stack)));
}`;

/** Removes what `findTextsScript` made. */
export const dropProbesScript = `() => {
  for (const probe of Document.prototype.querySelectorAll.call(document, '[${probeMark}]')) probe.remove();
}`;

/** Lists the families of text in open shadow trees and frames, as CSS, but for lists with a family that these documents bring along. */
export const listInnerStacks = `() => {
  ${walkTexts}
  const plain = (family) => family.trim().replace(/^"|"$/g, '').toLowerCase();
  const [, ...inner] = listRoots();
  const faces = [document, ...inner.map(({ ownerDocument }) => ownerDocument)].flatMap(({ fonts }) => [...fonts]);
  const brought = new Set(faces.filter(({ status }) => status !== 'error').map(({ family }) => plain(family)));
  const stacks = new Set();
  for (const root of inner) walkTexts(root, (element) => {
    if (stacks.size < 100) stacks.add(getComputedStyle(element).fontFamily);
  });
  return [...stacks].filter((stack) => !stack.split(',').some((family) => brought.has(plain(family))));
}`;
