// Draws the pages of a PDF. New pages are drawn unseen and take the place of the old ones all at once.
import { GlobalWorkerOptions, getDocument, PDFWorker, TextLayer } from './pdf.min.mjs';

GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';

/** CSS pixels of a PDF's point. */
const point = 96 / 72;
/** Pixels of one drawn page at most. */
const mostPixels = 16e6;
const steps = [0.25, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

/**
 * Draws into `pages`, which scrolls in `stage`. `onZoom` is told the factor, or null where the width decides.
 */
export function createPages(stage, pages, onZoom) {
  let worker;
  let current;
  let turn = 0;
  let zoom = null;
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        target.near = isIntersecting;
        if (isIntersecting) void redraw(target);
        // Pictures of pages far away are given back; long documents would fill the memory.
        else if (pages.children.length > 12) clear(target);
      }
    },
    { root: stage, rootMargin: '1200px 0px' },
  );
  new ResizeObserver(() => layOut()).observe(stage);
  // Arrow keys scroll only what can be focused.
  stage.tabIndex = 0;

  /** Shows another PDF. Settles when it is seen, or when a newer one came. */
  async function show(address) {
    const mine = ++turn;
    const response = await fetch(address);
    if (!response.ok) return;
    const data = await response.arrayBuffer();
    if (mine !== turn) return;
    worker ??= new PDFWorker();
    const task = getDocument({ data, worker, useWasm: false, isEvalSupported: false });
    const pdf = await task.promise;
    const sizes = await readSizes(pdf);
    const next = { pdf, sizes, version: mine };
    const drawn = await Promise.all(visible(sizes.length).map(async (index) => [index, await draw(next, index)]));
    if (mine !== turn) return task.destroy();
    const old = current;
    current = next;
    place(sizes.length);
    layOut();
    for (const [index, picture] of drawn) put(pages.children[index], picture, mine);
    for (const sheet of pages.children) if (sheet.near) void redraw(sheet);
    await old?.pdf.loadingTask.destroy();
  }

  /** Shows nothing. */
  function empty() {
    turn++;
    void current?.pdf.loadingTask.destroy();
    current = undefined;
    place(0);
  }

  /** The sheets that are on the screen, or the first ones where there are none yet. */
  function visible(count) {
    const frame = stage.getBoundingClientRect();
    const found = [...pages.children].flatMap((sheet, index) => {
      const { top, bottom } = sheet.getBoundingClientRect();
      return bottom > frame.top && top < frame.bottom ? [index] : [];
    });
    const indexes = found.filter((index) => index < count);
    return indexes.length > 0 ? indexes : [Math.max(0, Math.min(count, found[0] ?? 0) - (found.length > 0 ? 1 : 0))];
  }

  function place(count) {
    while (pages.children.length > count) {
      near.unobserve(pages.lastElementChild);
      pages.lastElementChild.remove();
    }
    while (pages.children.length < count) {
      const sheet = document.createElement('div');
      sheet.className = 'sheet';
      sheet.setAttribute('role', 'group');
      sheet.setAttribute('aria-label', `Page ${pages.children.length + 1}`);
      pages.append(sheet);
      near.observe(sheet);
    }
  }

  function scaleOf([width]) {
    if (zoom !== null) return zoom * point;
    const style = getComputedStyle(stage);
    const room = stage.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return Math.max(0.1, Math.min(room / width, 1.25 * point));
  }

  function layOut() {
    if (!current) return;
    current.sizes.forEach((size, index) => {
      const sheet = pages.children[index];
      const scale = scaleOf(size);
      sheet.style.width = `${size[0] * scale}px`;
      sheet.style.height = `${size[1] * scale}px`;
      sheet.style.setProperty('--total-scale-factor', scale);
      if (sheet.near && sheet.scale !== scale) void redraw(sheet);
    });
  }

  /** Brings one sheet up to date, unless it is. */
  async function redraw(sheet) {
    const index = [...pages.children].indexOf(sheet);
    const mine = current;
    if (index < 0 || !mine?.sizes[index]) return;
    const scale = scaleOf(mine.sizes[index]);
    if (sheet.version === mine.version && sheet.scale === scale) return;
    if (sheet.drawing === `${mine.version} ${scale}`) return;
    sheet.drawing = `${mine.version} ${scale}`;
    try {
      const picture = await draw(mine, index);
      if (mine === current && sheet.isConnected) put(sheet, picture, mine.version);
    } catch {
      // The document was replaced while it was drawn; its follower is on the way.
    } finally {
      sheet.drawing = undefined;
    }
  }

  async function draw({ pdf, sizes }, index) {
    const page = await pdf.getPage(index + 1);
    const scale = scaleOf(sizes[index]);
    const sharp = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (sizes[index][0] * sizes[index][1])) / scale);
    const viewport = page.getViewport({ scale: scale * sharp });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    const words = document.createElement('div');
    words.className = 'words';
    const source = page.streamTextContent({ includeMarkedContent: true });
    const layer = new TextLayer({ textContentSource: source, container: words, viewport: page.getViewport({ scale }) });
    const [links] = await Promise.all([
      readLinks(page),
      page.render({ canvas, viewport }).promise,
      layer.render().catch(() => {}),
    ]);
    return { nodes: [canvas, words, ...links], scale };
  }

  function put(sheet, { nodes, scale }, version) {
    sheet.replaceChildren(...nodes);
    sheet.version = version;
    sheet.scale = scale;
  }

  function clear(sheet) {
    sheet.replaceChildren();
    sheet.version = undefined;
  }

  /** Another factor; null fits the width. The middle of the screen stays where it is. */
  function setZoom(next) {
    const middle = (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight;
    zoom = next;
    layOut();
    stage.scrollTop = middle * stage.scrollHeight - stage.clientHeight / 2;
    onZoom(zoom);
  }

  return {
    show,
    clear: empty,
    fit: () => setZoom(null),
    larger: () => setZoom(steps.find((step) => step > now() + 0.01) ?? steps.at(-1)),
    smaller: () => setZoom(steps.findLast((step) => step < now() - 0.01) ?? steps[0]),
  };

  function now() {
    return current ? scaleOf(current.sizes[0]) / point : 1;
  }
}

async function readSizes(pdf) {
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  return pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return [width, height];
  });
}

/** Links to the web as links; pdf.js has made sure that they are that. */
async function readLinks(page) {
  const [left, bottom, right, top] = page.view;
  const share = (value, size) => `${(value / size) * 100}%`;
  return (await page.getAnnotations()).flatMap(({ subtype, url, rect }) => {
    if (subtype !== 'Link' || !url) return [];
    const link = document.createElement('a');
    Object.assign(link, { href: url, target: '_blank', rel: 'noopener noreferrer', title: url });
    link.setAttribute('aria-label', url);
    link.style.left = share(rect[0] - left, right - left);
    link.style.top = share(top - rect[3], top - bottom);
    link.style.width = share(rect[2] - rect[0], right - left);
    link.style.height = share(rect[3] - rect[1], top - bottom);
    return [link];
  });
}
