import { afterMark, beyondProperty, columnEndMark, endMark, roomMark, topMark } from './note-marks.ts';

/**
 * Defines `endPage(columns, lines, line, page, room)`: makes a line and what follows it begin the next page, as Chromium would where the
 * page were shorter: it heeds `orphans`, `widows` and what avoids a break (CSS Fragmentation 3, section 4.4). `room(line)` is the height to
 * fill from its top on, `here` on the page and `beyond` it in its column. Gives the box whose content was divided; undefined where nothing
 * could be. Takes what `defineLines` and
 * `measureNotes` define from around it.
 */
export const endPage = `
  const avoids = /^avoid(?:-page|-column)?$/;
  const isColumned = (box) => {
    const { columnCount, columnWidth } = styleOf(box);
    return box !== document.documentElement && columnCount + columnWidth !== 'autoauto';
  };
  const isFlowRoot = (box) => {
    const { display, float } = styleOf(box);
    const outer = box.parentElement && styleOf(box.parentElement).display;
    if (isColumned(box)) return true;
    return box === document.body || box === document.documentElement || display === 'table-cell' || float !== 'none' || /flex|grid/.test(outer);
  };
  const rootOf = (block) => {
    let box = block;
    while (!isFlowRoot(box)) box = box.parentElement;
    return box;
  };
  const endPage = (columns, lines, line, page, room) => {
    const firstRect = (box) => [...box.getClientRects()].find(({ height }) => height > 0);
    const startsHere = (box) => {
      const rect = firstRect(box);
      return rect !== undefined && columns.columnOf(rect) === page;
    };
    // Something stands above it on this page.
    const isBelow = (box) => {
      const top = (firstRect(box)?.top ?? 0) - columns.top;
      return lines.some((other) => other.bottom <= top + 1 && !box.contains(other.leaf) && box.compareDocumentPosition(other.leaf) & Node.DOCUMENT_POSITION_PRECEDING);
    };
    const beside = (box) => {
      for (let node = box.previousSibling; node; node = node.previousSibling) {
        if (node instanceof Text && node.data.trim() !== '') return node;
        if (node instanceof Element && !node.hasAttribute('${roomMark}') && !node.hasAttribute('${afterMark}') && !isOut(node) && node.getClientRects().length > 0) return node;
      }
      return undefined;
    };
    const lastAvoids = (box) => {
      for (let last = box; last; last = last.lastElementChild) if (avoids.test(styleOf(last).breakAfter)) return true;
      return false;
    };
    const firstAvoids = (box) => {
      for (let first = box; first; first = first.firstElementChild) if (avoids.test(styleOf(first).breakBefore)) return true;
      return false;
    };
    const climb = (start) => {
      let box = start;
      for (;;) {
        const previous = beside(box);
        const parent = box.parentElement;
        const isHead = previous instanceof Element && styleOf(previous).display === 'table-header-group';
        if (previous === undefined || isHead) {
          if (isFlowRoot(box) || isFlowRoot(parent) || !startsHere(parent)) return box;
          box = parent;
        } else if (previous instanceof Element && startsHere(previous) && isBelow(previous) && (lastAvoids(previous) || firstAvoids(box))) {
          box = previous;
        } else return box;
      }
    };
    const breakBefore = (start) => {
      const box = climb(start);
      if (!isBelow(box) || box.hasAttribute('${endMark}') || box.hasAttribute('${columnEndMark}')) return undefined;
      const root = rootOf(box.parentElement);
      box.setAttribute(isColumned(root) ? '${columnEndMark}' : '${endMark}', page);
      for (let first = box; first; first = first.firstElementChild) {
        const { display, paddingTop, borderTopWidth } = styleOf(first);
        if (!/^(?:block|list-item)$/.test(display) || (first !== box && beside(first))) break;
        first.setAttribute('${topMark}', page);
        if (px(paddingTop) + px(borderTopWidth) > 0) break;
      }
      return root;
    };

    const { block } = line;
    const root = rootOf(block);
    // The outermost box that must not be divided; rows are divided only where they fill the page.
    let whole;
    for (let box = block; box !== document.body && box !== document.documentElement; box = box.parentElement)
      if ((avoids.test(styleOf(box).breakInside) || styleOf(box).display === 'table-row') && startsHere(box)) whole = box;
    const moved = whole && breakBefore(whole);
    if (moved) return moved;
    if (block === line.leaf) return breakBefore(block);

    const own = lines.filter((other) => other.block === block);
    const { orphans, widows } = styleOf(block);
    const least = startsHere(block) ? Number(orphans) : 1;
    let index = own.indexOf(line);
    const short = widows - countRest(columns, block, line, page, own.length - index);
    if (startsHere(block) && (index < least || (short > 0 && index - short < least))) {
      const all = breakBefore(block);
      if (all) return all;
    }
    if (short > 0 && index - short >= least) index -= short;
    const start = own[index];
    if (start !== lines[0] && setRoom(columns, start, page, room)) return root;
    return startsHere(block) ? breakBefore(block) : undefined;
  };

  // How many lines of a block are left from a line on, those on later pages included; enough for any widows.
  const countRest = (columns, block, line, page, here) => {
    let count = here;
    let last;
    for (let index = line.index; index < columns.leaves.length && count < here + 10; index += 1) {
      const leaf = columns.leaves[index];
      if (!block.contains(leaf)) break;
      for (const rect of rectsOf(leaf)) {
        if (columns.columnOf(rect) <= page || (last !== undefined && rect.top < last.bottom && rect.bottom > last.top)) continue;
        last = rect;
        count += 1;
      }
    }
    return count;
  };

  const setRoom = (columns, line, page, room) => {
    const start = columns.splitAt(line);
    if (start.previousSibling instanceof Element && start.previousSibling.hasAttribute('${roomMark}')) return false;
    const box = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    box.setAttribute('${roomMark}', page);
    const { here, beyond } = room(line);
    box.style.setProperty('height', Math.max(1, here) + 'px', 'important');
    box.style.setProperty('${beyondProperty}', beyond + 'px');
    start.before(box);
    // Where another float is in its way, it is not where the line was.
    const [rect] = box.getClientRects();
    if (rect && columns.columnOf(rect) === page && Math.abs(rect.top - columns.top - line.top) < line.bottom - line.top) return true;
    box.remove();
    return false;
  };`;
