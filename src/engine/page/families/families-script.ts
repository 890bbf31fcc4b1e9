/** Characters of several scripts and signs: a face has some of them. */
const sample = ['mmmiiiWWW', 'أبجد', 'कखग', 'กขค', 'אבג', '漢字かな', '한글', '☀→∑'];

/** Lists those of `names` that are installed on the machine. Runs in an isolated world. */
export const listInstalledScript = `(names) => {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const measure = (font, text) => {
    context.font = '64px ' + font;
    return context.measureText(text).width;
  };
  const bare = new Map();
  const measureBare = (generic, text) => {
    if (!bare.has(generic + text)) bare.set(generic + text, measure(generic, text));
    return bare.get(generic + text);
  };
  // A face that is not there leaves the widths of the generic family as they are.
  const isInstalled = (name) => ${JSON.stringify(sample)}.some((text) =>
    ['monospace', 'serif'].some((generic) => measure(JSON.stringify(name) + ', ' + generic, text) !== measureBare(generic, text)));
  return names.filter(isInstalled);
}`;

/** The first element of each list of families that shows text of its own in it, in an isolated world; undefined for none. */
export const findTextsScript = `(stacks) => {
  const read = (css) => css.replace(/["'\\s]/g, '').toLowerCase();
  const found = new Map(stacks.map((stack) => [read(stack), undefined]));
  const body = Document.prototype.querySelector.call(document, 'body') ?? document;
  const texts = Document.prototype.createTreeWalker.call(document, body, NodeFilter.SHOW_TEXT);
  let last;
  for (let count = 0; count < 20000 && texts.nextNode(); count += 1) {
    const { parentElement, data } = texts.currentNode;
    if (parentElement === null || parentElement === last || data.trim() === '') continue;
    last = parentElement;
    const { fontFamily, visibility } = getComputedStyle(parentElement);
    const stack = read(fontFamily);
    if (!found.has(stack) || found.get(stack) !== undefined || visibility !== 'visible') continue;
    if (parentElement.getClientRects().length > 0) found.set(stack, parentElement);
  }
  return stacks.map((stack) => found.get(read(stack)));
}`;
