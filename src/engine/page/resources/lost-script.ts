import { nameElementScript, walkRulesScript } from '../page-scripts.ts';
import { unlitMark } from '../settle/canvas-script.ts';

/** Elements of a kind that are told of, at most. */
const elementLimit = 10;

/**
 * Runs inside a printed page, in an isolated world; a string, so that no build step rewrites it. `urls` are those of all images that
 * arrived, wherever they are named: each that no `img` element shows is read once more, from the memory of the browser, because only
 * an image element says whether it can be read.
 */
export const lostScript = `async ({ urls }) => {
  ${walkRulesScript}
  const find = (selector) => [...Document.prototype.querySelectorAll.call(document, selector)];
  const isShown = (element) => element.offsetWidth > 1 && element.offsetHeight > 1 && getComputedStyle(element).visibility === 'visible';
  ${nameElementScript}
  const absolute = (url, base) => {
    try {
      return new URL(url, base ?? document.baseURI).href;
    } catch {
      return '';
    }
  };
  // Nobody points at paper.
  const isCursor = (url) => {
    let isNamed = false;
    const compare = ({ cursor }, base) => {
      for (const [, named] of cursor.matchAll(/url\\("([^"]*)"\\)/g)) isNamed ||= absolute(named, base) === url;
    };
    walkAll((rule) => rule instanceof CSSStyleRule && compare(rule.style, rule.parentStyleSheet?.href));
    for (const element of find('[style*="cursor" i]')) compare(element.style);
    return isNamed;
  };
  const shown = new Set(find('img').filter(({ naturalWidth, naturalHeight }) => naturalWidth + naturalHeight > 0).map(({ currentSrc }) => currentSrc));
  const isUnread = (url) => new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(false));
    image.addEventListener('error', () => resolve(true));
    image.src = url;
  });
  const doubtful = urls.filter((url) => !shown.has(url));
  const found = await Promise.all(doubtful.map(isUnread));
  const unread = doubtful.filter((url, index) => found[index] && !isCursor(url));

  const embedded = [];
  const cut = [];
  const look = (element) => {
    const url = absolute(element.src ?? element.data);
    const inner = element.contentDocument ?? element.getSVGDocument?.() ?? undefined;
    if (inner === undefined) {
      if (element.localName !== 'iframe' && element.checkVisibility()) embedded.push({ url, type: element.type });
      return;
    }
    if (Document.prototype.querySelector.call(inner, 'parsererror')) unread.push(url);
    const root = inner.scrollingElement ?? inner.documentElement;
    if (element.localName !== 'iframe' || !root || !isShown(element) || element.scrolling === 'no') return;
    if (inner.defaultView.getComputedStyle(root).overflow === 'hidden') return;
    if (root.scrollHeight > element.clientHeight + 2)
      cut.push(nameElement(element) + ' shows ' + element.clientHeight + ' of ' + root.scrollHeight + ' px of its height');
    else if (root.scrollWidth > element.clientWidth + 2)
      cut.push(nameElement(element) + ' shows ' + element.clientWidth + ' of ' + root.scrollWidth + ' px of its width');
  };
  for (const element of find('iframe, object[data], embed[src]')) {
    if (Math.max(embedded.length, cut.length, unread.length) >= ${elementLimit}) break;
    try {
      look(element);
    } catch {
      // A form of the document inside has the name of a property.
    }
  }
  // A picture of the film is printed once it has one.
  const films = find('video:not([poster])').filter((video) => isShown(video) && video.readyState < 2).slice(0, ${elementLimit}).map(nameElement);
  const unlit = find('canvas[${unlitMark}]').filter(isShown).slice(0, ${elementLimit}).map(nameElement);
  return { unread, embedded, cut, films, unlit };
}`;
