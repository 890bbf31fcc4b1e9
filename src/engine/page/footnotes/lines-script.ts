import { afterMark, callMark, noteMark, roomMark } from './note-marks.ts';

/**
 * Defines what reads the lines of a document that is laid out in columns, each of which stands for a page: `readColumns({ width, gap })`
 * gives `listLines(page)` and `columnOf(rect)`. The first column stands for the page that `rebase(page)` named, at first 0. A line has its
 * `top` and `bottom` in its column, the `block` that holds it, the `leaf` with which it starts, and the `calls` in it; it `isOutside` where
 * it is no part of the text. Leaves are texts, and boxes that no break divides.
 */
export const defineLines = `
  const replaced = /^(?:img|svg|canvas|video|audio|iframe|object|embed|input|button|select|textarea|meter|progress|math|hr)$/;
  const styles = new WeakMap();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const isInline = (element) => /^(?:inline|contents|ruby|ruby-text)$/.test(styleOf(element).display);
  const isWhole = (element) =>
    replaced.test(element.localName) || /^inline-|^ruby/.test(styleOf(element).display) || element.hasAttribute('${callMark}');
  const isOut = (element) => {
    const { display, position } = styleOf(element);
    return display === 'none' || /absolute|fixed/.test(position) || element.hasAttribute('${noteMark}');
  };
  const blockOf = (node) => {
    let block = node.parentElement;
    while (block.parentElement && isInline(block)) block = block.parentElement;
    return block;
  };

  // Calls in what stands on a page without being a part of its text, which makes no room for them.
  const outside = new Set();
  const listLeaves = () => {
    const leaves = [];
    const walk = (parent) => {
      for (const node of parent.childNodes) {
        if (node instanceof Text) {
          if (/\\S/.test(node.data)) leaves.push(node);
          continue;
        }
        if (!(node instanceof Element) || node.hasAttribute('${roomMark}') || node.hasAttribute('${afterMark}')) continue;
        if (isOut(node)) {
          const calls = node.hasAttribute('${noteMark}') ? [] : node.querySelectorAll('[${callMark}]');
          for (const call of calls) outside.add(call);
          leaves.push(...calls);
          continue;
        }
        const isLeaf = isWhole(node) || (node.firstChild === null && !isInline(node));
        if (isLeaf) leaves.push(node);
        else if (node.shadowRoot) for (const slot of node.shadowRoot.children) walk(slot.localName === 'slot' ? { childNodes: slot.assignedNodes() } : { childNodes: [slot] });
        else walk(node);
      }
    };
    walk(document.body);
    return leaves;
  };

  const range = document.createRange();
  const rectsOf = (leaf) => {
    if (leaf instanceof Text) range.selectNodeContents(leaf);
    const rects = leaf instanceof Text ? range.getClientRects() : leaf.getClientRects();
    return [...rects].filter(({ width, height }) => width > 0 && height > 0);
  };

  const readColumns = ({ width, gap }) => {
    const { left, right, top } = document.documentElement.getBoundingClientRect();
    const isTurned = getComputedStyle(document.documentElement).direction === 'rtl';
    let base = 0;
    const columnOf = (rect) => {
      const middle = (rect.left + rect.right) / 2;
      return base + Math.floor((isTurned ? right - middle + gap / 2 : middle - left + gap / 2) / (width + gap));
    };
    const leaves = listLeaves();
    let first = 0;

    // In the order of the document; undefined where nothing is on this page or a later one.
    const listLines = (page) => {
      const lines = [];
      const open = new Map();
      let start;
      let beyond = 0;
      let missing = 0;
      for (let index = first; index < leaves.length && beyond < 300 && missing < 1000; index += 1) {
        const leaf = leaves[index];
        const block = leaf instanceof Text || isInline(leaf) || /^inline/.test(styleOf(leaf).display) ? blockOf(leaf) : leaf;
        const rects = rectsOf(leaf);
        missing = rects.length === 0 && start !== undefined ? missing + 1 : 0;
        for (const rect of rects) {
          const column = columnOf(rect);
          if (column > page) beyond += 1;
          if (column !== page) continue;
          start ??= index;
          beyond = 0;
          if (outside.has(leaf)) {
            lines.push({ top: 0, bottom: 0, block, leaf, rect, index, end: index, calls: [leaf], isOutside: true });
            continue;
          }
          const last = open.get(block);
          const shared = last && Math.min(last.bottom, rect.bottom - top) - Math.max(last.top, rect.top - top);
          if (last && shared > Math.min(last.bottom - last.top, rect.height) / 2) {
            last.top = Math.min(last.top, rect.top - top);
            last.bottom = Math.max(last.bottom, rect.bottom - top);
          } else {
            const line = { top: rect.top - top, bottom: rect.bottom - top, block, leaf, rect, index, calls: [] };
            open.set(block, line);
            lines.push(line);
          }
          const line = open.get(block);
          line.end = index;
          if (leaf instanceof Element && !leaf.hasAttribute('${callMark}')) line.calls.push(...leaf.querySelectorAll('[${callMark}]'));
          else if (leaf instanceof Element) line.calls.push(leaf);
        }
      }
      if (start !== undefined) first = start;
      return start === undefined && beyond === 0 ? undefined : lines;
    };

    // Divides a text where a line of it starts, and gives the node that starts the line.
    const splitAt = ({ leaf, rect, block }) => {
      if (!(leaf instanceof Text)) return leaf;
      // A block is in several pieces, on pages and in columns of its own text, one after the other.
      const pieces = [...block.getClientRects()];
      const pieceOf = ({ left, right, top, bottom }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return pieces.findIndex((piece) => x > piece.left - 1 && x < piece.right + 1 && y > piece.top - 1 && y < piece.bottom + 1);
      };
      const own = pieceOf(rect);
      const isBefore = (offset) => {
        range.setStart(leaf, offset);
        range.setEnd(leaf, offset + 1);
        const one = [...range.getClientRects()].findLast(({ width }) => width > 0);
        if (one === undefined) return undefined;
        const piece = pieceOf(one);
        return piece === own ? one.bottom <= rect.top + rect.height / 2 : piece < own;
      };
      let low = 0;
      let high = leaf.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        let probe = middle;
        // White space at the end of a line has no box.
        while (probe < high && isBefore(probe) === undefined) probe += 1;
        if (probe < high && isBefore(probe)) low = probe + 1;
        else high = middle;
      }
      while (low > 0 && low < leaf.length && /\\s/.test(leaf.data[low]) && isBefore(low) === undefined) low += 1;
      if (low === 0 || low >= leaf.length) return leaf;
      const rest = leaf.splitText(low);
      leaves.splice(leaves.indexOf(leaf), 1, leaf, rest);
      return rest;
    };

    return {
      listLines,
      columnOf,
      splitAt,
      top,
      leaves,
      base: () => base,
      rebase: (page) => {
        base = page;
      },
    };
  };`;
