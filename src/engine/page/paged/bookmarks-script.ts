import { generatedPlace } from '../../../pdf/index.ts';
import { bookmarkPrefix } from './translate-css.ts';

/**
 * Defines `readBookmarks(elements, limit)`, the outline of the headings and of those elements (CSS GCPM 3, section 5); see Bookmark. Takes `found`,
 * `textOf`, `readStrings`, `sortElements`, `keepOwn` and `linkTo` from around it.
 */
export const readBookmarks = `
  function readBookmarks(elements, limit) {
    for (const property of ['level', 'label', 'state']) keepOwn('${bookmarkPrefix}' + property);
    const bookmarks = [];
    for (const element of sortElements([...document.querySelectorAll('h1, h2, h3, h4, h5, h6'), ...elements])) {
      const style = getComputedStyle(element);
      const read = (property) => style.getPropertyValue('${bookmarkPrefix}' + property).trim();
      const [, own] = /^h([1-6])$/.exec(element.localName) ?? [];
      const asked = read('level');
      const isLevel = /^(?:none|0*[1-9]\\d*)?$/.test(asked);
      if (!isLevel) found.vain.push('bookmark-level: ' + asked);
      const level = Number((isLevel && asked) || own);
      const label = read('label');
      // What is unseen, as a running element is in the text, has no place in it.
      if (!(level > 0) || label === 'none' || style.visibility !== 'visible') continue;
      if (bookmarks.length === limit) {
        found.vain.push('bookmark-level on more than ' + limit + ' elements');
        break;
      }
      const text = label === '' ? textOf(element) : (readStrings(element, 'label ' + label, 'bookmark-label')[0]?.text ?? '');
      const title = text.replace(/\\s+/g, ' ').trim().slice(0, 500);
      if (title === '') continue;
      if (element.id === '') element.id = '${generatedPlace}bookmark-' + bookmarks.length;
      linkTo(encodeURIComponent(element.id));
      bookmarks.push({ level, title, place: encodeURIComponent(element.id), isOpen: read('state') !== 'closed' });
    }
    return bookmarks;
  }`;
