import { generatedPlace } from '../../pdf/index.ts';

// Parts of the scripts that run inside a page, in an isolated world, which no script of the page can change.

/** Defines `walkAll(visit)`, which calls `visit(rule)` on each readable CSS rule of the document, in cascade order. */
export const walkRulesScript = `
  const walk = (rules, visit) => {
    for (const rule of rules) {
      visit(rule);
      if (rule.styleSheet) walkSheet(rule.styleSheet, visit);
      else if (rule.cssRules) walk(rule.cssRules, visit);
    }
  };
  const walkSheet = (sheet, visit) => {
    let rules = [];
    try {
      rules = sheet.cssRules;
    } catch {
      // The rules of a style sheet from another site cannot be read.
    }
    walk(rules, visit);
  };
  // In the document's own world, a form of that name would hide the property.
  const sheetsOf = (list) => Object.getOwnPropertyDescriptor(Document.prototype, list).get.call(document);
  const walkAll = (visit) => {
    for (const sheet of [...sheetsOf('styleSheets'), ...sheetsOf('adoptedStyleSheets')]) walkSheet(sheet, visit);
  };`;

/** Defines `nameElement(element)`, what a warning calls an element: its kind with its own id, or its first class. */
export const nameElementScript = `
  const nameElement = ({ localName, id, classList }) =>
    localName + (id && !String(id).startsWith('${generatedPlace}') ? '#' + id : classList.length > 0 ? '.' + classList[0] : '');`;

/** Defines `pageNameOf(element)`, the name of the pages that an element is on (CSS Paged Media 3, section 6); empty for none. */
export const pageNameOfScript = `
  const pageNameOf = (element) => {
    for (let box = element; box instanceof Element; box = box.parentElement ?? box.getRootNode().host) {
      const { page } = getComputedStyle(box);
      if (page !== 'auto') return page;
    }
    return '';
  };`;

/** Defines `measureByWidth(items, widthOf, measure)`: what `measure(item)` gives of each where pages are as wide as its width, in CSS pixels. */
export const measureByWidthScript = `
  const measureByWidth = (items, widthOf, measure) => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    const measured = [...Map.groupBy(items, widthOf)].flatMap(([width, own]) => {
      sheet.replaceSync(':root { width: ' + width + 'px !important }');
      return own.flatMap(measure);
    });
    document.adoptedStyleSheets.pop();
    return measured;
  };`;

/** Defines `isApart(element)`: whether what stands around it is in other lines. */
export const isApartScript = `
  const isApart = (element) =>
    element.localName === 'br' || /^(?:block|flow-root|list-item|flex|grid|table)$/.test(getComputedStyle(element).display);`;
