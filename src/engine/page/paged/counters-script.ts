/** Characters around the number of a counter in a text, until its value is known. Nothing else uses them (Unicode, section 23.5). */
export const counterToken = { start: '\u{f0000}', end: '\u{f0001}' } as const;

/** A counter that a text shows, with its values at the place that it is asked for, from the outermost on. */
export interface ShownCounter {
  values: number[];
  /** Whether all values are shown, and what is between them; else the last alone. */
  separator: string | null;
  /** The counter style. */
  style: string;
}

/**
 * Defines `askCounter(element, piece)`, which gives the text that stands for `counter()` or `counters()` at an element, undefined for any other
 * piece, and `readCounters()`, which gives the values of all that were asked for; see ShownCounter. No script can read a counter, but
 * Chromium writes one as so many letters (CSS Counter Styles 3, section 3.1.4) in lines whose widths can be asked for. Takes `unquote`
 * from around it.
 */
export const readCounters = `
  const askedCounters = [];
  const counterPattern = /^counter(s?)\\(\\s*([-\\w\\u0080-\\uffff]+)\\s*(?:,\\s*("(?:[^"\\\\]|\\\\[^])*"|'(?:[^'\\\\]|\\\\[^])*')\\s*)?(?:,\\s*([-\\w]+)\\s*)?\\)$/;
  const askCounter = (element, piece) => {
    const [, all, name, separator, style = 'decimal'] = counterPattern.exec(piece) ?? [];
    if (name === undefined || /^pages?$/.test(name) || (all === 's') !== (separator !== undefined)) return undefined;
    askedCounters.push({ element, name, separator: separator === undefined ? null : unquote(separator), style });
    return '${counterToken.start}' + (askedCounters.length - 1) + '${counterToken.end}';
  };

  const readCounters = () => {
    if (askedCounters.length === 0) return [];
    const names = [...new Set(askedCounters.map(({ name }) => name))];
    const plain = 'all: unset !important; ';
    const make = (parent, style) => {
      const box = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
      box.setAttribute('style', plain + style);
      parent.prepend(box);
      return box;
    };
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '@counter-style platen-nothing { system: cyclic; symbols: "" } ' +
        '@counter-style platen-tally { system: symbolic; symbols: "x"; suffix: ""; fallback: platen-nothing } ' +
        names.map((name, index) => '[data-platen-counter="' + index + '"]::before { ' + plain + 'content: counters(' + name + ', "\\\\a", platen-tally) !important }').join(' '),
    );
    document.adoptedStyleSheets.push(sheet);
    const outer = 'position: absolute !important; white-space: pre !important; font: 16px monospace !important';
    const probes = askedCounters.map(({ element, name }) => {
      const probe = make(make(element, outer), '');
      probe.setAttribute('data-platen-counter', names.indexOf(name));
      return probe;
    });
    const ruler = make(make(document.documentElement, outer), '');
    ruler.textContent = 'x'.repeat(100);
    const unit = ruler.getBoundingClientRect().width / 100;
    const read = probes.map((probe) => [...probe.getClientRects()].map(({ width }) => Math.round(width / unit)));
    for (const probe of [...probes, ruler]) probe.parentElement.remove();
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);
    return askedCounters.map(({ separator, style }, index) => ({ values: read[index], separator, style }));
  };`;
