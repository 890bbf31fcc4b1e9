import { afterMark, afterPlace, columnEndMark, endMark, roomMark } from './note-marks.ts';

/**
 * Defines `markWord(columns, line)`, which marks where the text of a page starts, and `markAfter(page, start)`, which names what has to come
 * after the text above the notes of a page, so that the print tells where it is: what is `beyond` the page, such as the start of the next, and
 * what may be in its next column, but not `below` that text.
 */
export const markAfter = `
  const afterLinks = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
  afterLinks.setAttribute('${afterMark}', '');
  afterLinks.setAttribute('style', 'display: none !important');
  let afterCount = 0;
  const markStart = (node) => {
    const start = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    start.setAttribute('${afterMark}', '');
    node.before(start);
    return start;
  };
  // After its first word: an empty box at the start of a line may be at the end of the one before.
  const markWord = ({ splitAt, leaves }, line) => {
    const node = splitAt(line);
    if (!(node instanceof Text)) return node;
    const end = node.data.search(/\\S\\s/) + 1;
    if (end === 0) return undefined;
    const rest = node.splitText(end);
    leaves.splice(leaves.indexOf(node), 1, node, rest);
    return markStart(rest);
  };
  const markAfter = (page, next) => {
    const find = (mark) => [...document.querySelectorAll('[' + mark + '="' + page + '"]')];
    const rooms = find('${roomMark}').filter((room) => room.nextSibling).map((room) => markStart(room.nextSibling));
    const places = (starts) => starts.map((start) => {
      if (start.id === '') start.id = '${afterPlace}' + afterCount++;
      const place = encodeURIComponent(start.id);
      const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
      link.setAttribute('href', document.URL.replace(/#.*$/s, '') + '#' + place);
      afterLinks.append(link);
      return place;
    });
    return { below: places([...find('${columnEndMark}'), ...rooms]), beyond: places([...find('${endMark}'), ...(next ? [next] : [])]) };
  };`;
