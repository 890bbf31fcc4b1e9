import { awayMark, edgeMark, flowMark, noteMark } from './note-marks.ts';

/** Children of the text that are laid out ahead of the page that is worked on, and columns behind it before those are taken away. */
const ahead = 30;
const behind = 3;

/** The part of the text that a box has at least, whose children are taken away instead of those of the box around it. */
const most = 0.8;

/**
 * Defines `openView(columns, height)`: of a long document only the part around a page is laid out while its end is looked for, because each
 * change lays out all that is there. `show(page)` sees to it that the pages after it are there, `leave(lines, page)` takes away what
 * comes before it where it starts with a box of its own, `close()` brings everything back. Where a box does not stay where it was, nothing
 * is taken away any more. `height` is that of a column.
 */
export const openView = `
  const openView = (columns, height) => {
    const isFlow = (box) => /^(?:block|flow-root)$/.test(styleOf(box).display) && getComputedStyle(box, '::before').content === 'none' && !box.shadowRoot;
    const hasText = (box) => [...box.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    // Boxes in one another, each with most of the text, and in the last the children.
    const path = [document.body];
    for (;;) {
      const box = path.at(-1);
      const length = box.textContent.length * ${most};
      const inner = hasText(box) ? undefined : [...box.children].find((child) => child.children.length > 0 && child.textContent.length > length && isFlow(child));
      if (inner === undefined) break;
      path.push(inner);
    }
    const flow = path.at(-1);
    // Room in a box in columns would be in these.
    const firstColumned = path.findIndex((box) => styleOf(box).columnCount + styleOf(box).columnWidth !== 'autoauto');
    const holder = [document.documentElement, ...path][firstColumned < 0 ? path.length : firstColumned];
    const inHolder = path.slice(path.indexOf(holder) + 1);
    const children = [...flow.children].filter((child) => !child.hasAttribute('${noteMark}'));
    let isOpen = children.length > ${ahead} * 2 && [holder, ...path].every(isFlow) && !hasText(flow);
    let next = children.length;
    let start = 0;
    const sheet = addSheet('[${awayMark}] { display: none !important } [${edgeMark}] { margin-top: 0 !important; padding-top: 0 !important; border-top: 0 !important }');
    if (isOpen) {
      holder.setAttribute('${flowMark}', '');
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
      while (sheet.cssRules.length > 2) sheet.deleteRule(2);
      if (length > 0) sheet.insertRule('[${flowMark}]::before { content: "" !important; display: block !important; height: ' + length + 'px !important }', 2);
    };

    const listBefore = () => path.slice(1).flatMap((box) => {
      const siblings = [...box.parentElement.children];
      return siblings.slice(0, siblings.indexOf(box)).filter((one) => !one.hasAttribute('${noteMark}'));
    });

    const leave = (lines, page) => {
      if (!isOpen || lines.length === 0 || page - columns.base() <= ${behind}) return false;
      const index = children.findIndex((child) => child.contains(lines[0].leaf));
      const box = children[index];
      const [rect] = box?.getClientRects() ?? [];
      if (index <= start || rect === undefined || columns.columnOf(rect) !== page) return false;
      const gone = [...(start === 0 ? listBefore() : []), ...children.slice(start, index)];
      const base = columns.base();
      const before = sheet.cssRules[2]?.cssText;
      for (const one of gone) one.setAttribute('${awayMark}', '');
      // What goes on from one page to the next has no upper edge there.
      for (const one of inHolder) one.setAttribute('${edgeMark}', '');
      // All but a pixel of a column, so that the box breaks from it as it did from what was before it.
      columns.rebase(page - 1);
      fill(1);
      const { paddingTop, borderTopWidth } = styleOf(holder);
      fill(height - 1 - (holder.getClientRects()[0].top - columns.top) - px(paddingTop) - px(borderTopWidth));
      const [now] = box.getClientRects();
      if (now && columns.columnOf(now) === page && Math.abs(now.top - rect.top) < 0.1) {
        start = index;
        return true;
      }
      isOpen = false;
      for (const one of gone) one.removeAttribute('${awayMark}');
      if (!before) for (const one of inHolder) one.removeAttribute('${edgeMark}');
      fill(0);
      if (before) sheet.insertRule(before, 2);
      columns.rebase(base);
      return true;
    };

    const close = () => {
      for (const one of [...children, ...listBefore()]) one.removeAttribute('${awayMark}');
      for (const one of inHolder) one.removeAttribute('${edgeMark}');
      holder.removeAttribute('${flowMark}');
      columns.rebase(0);
      dropSheet(sheet);
    };
    return { show, leave, close };
  };`;
