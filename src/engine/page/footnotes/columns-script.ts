import { pageNameOfScript } from '../page-scripts.ts';
import { beyondProperty, columnMark, endMark, noteMark, roomMark, widerProperty } from './note-marks.ts';

/**
 * Defines `openColumns(width, height, widthOf)`, which lays the document out in columns of that size. They stand for its pages: a break to the next
 * page, and one between pages of other names (CSS Paged Media 3, section 6.2), ends the column. Footnotes take no room in them. Gives the
 * `gap` between two columns and `close()`. `widthOf(element)` is the width of its page, `pageNameOf(element)` the name.
 */
export const openColumns = `
  ${pageNameOfScript}

  // A named page may be wider than others, or narrower.
  const markColumns = (width, widthOf) => {
    const forced = /^(?:page|left|right|recto|verso|always|all)$/;
    for (const element of document.body.querySelectorAll('*')) {
      const { breakBefore, breakAfter, page } = getComputedStyle(element);
      const isNamed = page !== 'auto' && pageNameOf(element.parentElement) !== page;
      const { previousElementSibling: previous, nextElementSibling: next } = element;
      const marks = [];
      if (forced.test(breakBefore) || (isNamed && previous && pageNameOf(previous) !== page)) marks.push('before');
      if (forced.test(breakAfter) || (isNamed && next && pageNameOf(next) !== page)) marks.push('after');
      const wider = isNamed ? widthOf(element) - width : 0;
      if (wider !== 0) {
        marks.push('wide');
        element.style.setProperty('${widerProperty}', px(getComputedStyle(element).marginInlineEnd) - wider + 'px');
      }
      if (marks.length > 0) element.setAttribute('${columnMark}', marks.join(' '));
    }
  };

  const openColumns = (width, height, widthOf) => {
    markColumns(width, widthOf);
    const gap = width + 200;
    const sheet = addSheet(\`
      :root { columns: auto \${width}px !important; column-gap: \${gap}px !important; column-fill: auto !important; overflow: visible !important;
        width: \${width}px !important; height: \${height}px !important; min-height: 0 !important; max-height: none !important }
      [${noteMark}] { contain: size !important; height: 1px !important; border: 0 !important; padding: 0 !important; margin-top: 0 !important }
      [${roomMark}] { padding-bottom: var(${beyondProperty}) !important }
      [${endMark}], [${columnMark}~="before"], ::part(platen-blank) { break-before: column !important }
      [${columnMark}~="wide"] { margin-inline-end: var(${widerProperty}) !important }
      [${columnMark}~="after"], ::part(platen-blank) { break-after: column !important }\`);
    return { gap, close: () => dropSheet(sheet) };
  };`;
