/** Characters of text beyond which words stay whole, so that the time is bounded. */
const textLimit = 20_000_000;

/**
 * Defines `walkRuns(visit)`, which calls `visit({ text, nodes })` for each run of text in a page and in the documents and open shadow
 * trees inside of it: what stands in a row without the edge of a block between. A node is `{ node, start, asks }`; `asks` is what its
 * element asks for, the same object for all that ask for the same, and undefined where words stay whole. Returns whether all
 * was walked. A string for an isolated world.
 */
export const walkScript = `
  const walkRuns = (visit) => {
    const wishes = new Map();
    // What no word goes through.
    const edge = '\\ufffc';
    const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'datalist']);
    // Whose text is not prose, or cannot be changed.
    const kept = new Set('code kbd samp tt var pre textarea input select iframe object embed canvas audio video'.split(' '));
    let text = '';
    let nodes = [];
    let walked = 0;
    const flush = () => {
      if (nodes.some(({ asks }) => asks !== undefined)) visit({ text, nodes });
      text = '';
      nodes = [];
    };

    const readLimits = (value) => {
      const [word, left, right = left] = value.split(' ').map((part) => Number.parseInt(part, 10) || undefined);
      const limits = { left: left ?? 2, right: right ?? 2 };
      return { word: Math.max(word ?? 5, limits.left + limits.right), ...limits };
    };
    const readWish = (element, style) => {
      if (style.hyphens !== 'auto' || style.textWrapMode === 'nowrap') return undefined;
      if (style.display !== 'contents' && !element.checkVisibility()) return undefined;
      const { webkitLocale, hyphenateLimitChars } = style;
      const language = webkitLocale === 'auto' ? '' : webkitLocale.replace(/^"|"$/g, '').slice(0, 50);
      const key = language + ' ' + hyphenateLimitChars;
      if (!wishes.has(key)) wishes.set(key, { language, limits: readLimits(hyphenateLimitChars), element });
      return wishes.get(key);
    };

    const addText = (node, frame) => {
      const { data } = node;
      if (data === '') return;
      // A number beside a word is that of a note.
      if (/[\\p{L}\\p{M}]$/u.test(text.slice(-2)) && /^\\d/.test(data)) text += edge;
      if (frame.asks === null) frame.asks = readWish(frame.element, frame.style);
      nodes.push({ node, start: text.length, asks: frame.asks });
      text += data;
      walked += data.length;
    };

    const trees = [];
    // Returns the frame of an element whose content is walked.
    const enter = (element) => {
      const { localName } = element;
      if (unseen.has(localName)) return undefined;
      const style = element.ownerDocument.defaultView.getComputedStyle(element);
      const { display } = style;
      if (display === 'none') return undefined;
      const isInline = display === 'inline' || display === 'contents';
      if (!isInline || localName === 'br') flush();
      const isForeign = element.namespaceURI !== 'http://www.w3.org/1999/xhtml' && element.parentElement !== null;
      const isEdited = element.hasAttribute('contenteditable') && element.isContentEditable;
      if (element.shadowRoot) trees.push(element.shadowRoot);
      if (localName === 'iframe' && element.contentDocument?.documentElement) trees.push(element.contentDocument);
      if (localName === 'wbr') text += '\\u200b';
      if (isForeign || isEdited || kept.has(localName)) {
        text += edge;
        return undefined;
      }
      const isRaised = localName === 'sup' || localName === 'sub';
      if (isRaised) text += edge;
      return { element, style, isInline, isRaised, asks: null };
    };
    const leave = ({ isInline, isRaised }) => {
      if (!isInline) flush();
      else if (isRaised) text += edge;
    };

    // Without recursion, because a script may nest elements to any depth.
    const walk = (tree) => {
      const host = tree.host ?? tree.documentElement;
      if (!host) return;
      const rootStyle = host.ownerDocument.defaultView.getComputedStyle(host);
      const frames = [{ element: host, style: rootStyle, isInline: false, isRaised: false, asks: null }];
      let node = tree.firstChild;
      while (node && walked < ${textLimit}) {
        let frame;
        if (node.nodeType === 3) addText(node, frames.at(-1));
        else if (node.nodeType === 1) frame = enter(node);
        if (frame !== undefined && node.firstChild) {
          frames.push(frame);
          node = node.firstChild;
          continue;
        }
        if (frame !== undefined) leave(frame);
        while (!node.nextSibling && node.parentNode !== tree) {
          node = node.parentNode;
          leave(frames.pop());
        }
        node = node.nextSibling;
      }
      flush();
    };
    trees.push(document);
    for (const tree of trees) if (walked < ${textLimit}) walk(tree);
    return walked < ${textLimit};
  };`;
