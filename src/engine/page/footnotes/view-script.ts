import { awayMark, flowMark, noteMark } from './note-marks.ts';

/** Children of the text that are laid out ahead of the page that is worked on, and columns behind it before those are taken away. */
const ahead = 30;
const behind = 3;

/**
 * Defines `openView(columns, height)`: of a long document only the part around a page is laid out while its end is looked for, because each
 * change lays out all that is there. `show(page)` sees to it that the pages after it are there, `leave(lines, page)` takes away what
 * comes before it where it starts with a box of its own, `close()` brings everything back. Where a box does not stay where it was, nothing
 * is taken away any more. `height` is that of a column.
 */
export const openView = `
  const openView = (columns, height) => {
    const isFlow = (box) => /^(?:block|flow-root)$/.test(styleOf(box).display) && getComputedStyle(box, '::before').content === 'none';
    let flow = document.body;
    while (flow.children.length === 1 && flow.firstElementChild.children.length > 0 && flow.textContent.trim().length === flow.firstElementChild.textContent.trim().length)
      flow = flow.firstElementChild;
    const children = [...flow.children].filter((child) => !child.hasAttribute('${noteMark}'));
    const hasText = [...flow.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    let isOpen = children.length > ${ahead} * 2 && isFlow(flow) && !hasText && !flow.shadowRoot;
    let next = children.length;
    let start = 0;
    const sheet = addSheet('[${awayMark}] { display: none !important }');
    if (isOpen) {
      flow.setAttribute('${flowMark}', '');
      next = ${ahead};
      for (const child of children.slice(next)) child.setAttribute('${awayMark}', '');
    }

    const show = (page) => {
      while (next < children.length) {
        const last = children.slice(start, next).findLast((child) => child.getClientRects().length > 0);
        if (last && columns.columnOf([...last.getClientRects()].at(-1)) > page + 1) return;
        for (const child of children.slice(next, next + ${ahead})) child.removeAttribute('${awayMark}');
        next += ${ahead};
      }
    };

    const fill = (length) => {
      while (sheet.cssRules.length > 1) sheet.deleteRule(1);
      if (length > 0) sheet.insertRule('[${flowMark}]::before { content: "" !important; display: block !important; height: ' + length + 'px !important }', 1);
    };

    const leave = (lines, page) => {
      if (!isOpen || lines.length === 0 || page - columns.base() <= ${behind}) return false;
      const index = children.findIndex((child) => child.contains(lines[0].leaf));
      const box = children[index];
      const [rect] = box?.getClientRects() ?? [];
      if (index <= start || rect === undefined || columns.columnOf(rect) !== page) return false;
      const [gone, base] = [children.slice(start, index), columns.base()];
      const before = sheet.cssRules[1]?.cssText;
      for (const child of gone) child.setAttribute('${awayMark}', '');
      // All but a pixel of a column, so that the box breaks from it as it did from what was before it.
      columns.rebase(page - 1);
      fill(1);
      const { paddingTop, borderTopWidth } = styleOf(flow);
      fill(height - 1 - (flow.getClientRects()[0].top - columns.top) - px(paddingTop) - px(borderTopWidth));
      const [now] = box.getClientRects();
      if (now && columns.columnOf(now) === page && Math.abs(now.top - rect.top) < 0.1) {
        start = index;
        return true;
      }
      isOpen = false;
      for (const child of gone) child.removeAttribute('${awayMark}');
      fill(0);
      if (before) sheet.insertRule(before, 1);
      columns.rebase(base);
      return true;
    };

    const close = () => {
      for (const child of children) child.removeAttribute('${awayMark}');
      flow.removeAttribute('${flowMark}');
      columns.rebase(0);
      dropSheet(sheet);
    };
    return { show, leave, close };
  };`;
