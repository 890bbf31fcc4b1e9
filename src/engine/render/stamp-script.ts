/**
 * Runs inside the page that prints headers and footers, where no other script runs; a string, so that no build step rewrites
 * it. Builds one overlay for each page of the document. Each header and footer is a document of its own in a shadow tree, so
 * that its styles reach nothing else; only its fonts must be declared outside (CSS Scoping 1, section 3.5). Returns the
 * slots that are too low for their content; see TooTall.
 */
export const buildStamps = `async ({ copies, fontFaces, overlays }) => {
  const parser = new DOMParser();
  const parsed = copies.map((html) => parser.parseFromString(html, 'text/html').documentElement);
  const style = document.createElement('style');
  const sizes = [];
  const nameSize = (size) => {
    const known = sizes.indexOf(size);
    return 'size' + (known < 0 ? sizes.push(size) - 1 : known);
  };
  const roots = new Map();
  const slots = [];
  document.body.style.cssText = 'margin: 0';
  for (const [index, overlay] of overlays.entries()) {
    const box = document.createElement('div');
    // Chromium rounds page sizes down to a hundredth of an inch.
    const size = overlay.width + 0.01 + 'pt ' + (overlay.height + 0.01) + 'pt';
    box.style.cssText = 'position: relative; overflow: hidden; break-after: page; page: ' + nameSize(size);
    box.style.width = overlay.width + 'pt';
    box.style.height = Math.floor(overlay.height / 0.72 + 0.01) * 0.72 - 0.01 + 'pt';
    for (const slot of overlay.slots) {
      const host = document.createElement('div');
      host.style.cssText = 'position: absolute; display: flex; flex-direction: column; justify-content: center; font: 9pt/1.3 sans-serif';
      for (const [property, inches] of Object.entries(slot.place)) host.style[property] = inches + 'in';
      host.lang = slot.language;
      const root = host.attachShadow({ mode: 'open' });
      const base = document.createElement('style');
      base.textContent = 'body { margin: 0 }';
      const html = document.importNode(parsed[slot.copy], true);
      for (const mark of slot.marks) html.setAttribute(mark, '');
      for (const [name, text] of Object.entries(slot.values)) {
        for (const element of html.getElementsByClassName(name)) element.textContent = text;
      }
      // Chromium writes no link to a place that is not in this page.
      for (const link of html.querySelectorAll('a[href^="#"]')) link.setAttribute('href', '/?' + link.getAttribute('href'));
      root.append(base, html);
      box.append(host);
      slots.push({ host, html, slot, index });
      if (!roots.has(slot.copy)) roots.set(slot.copy, root);
    }
    document.body.append(box);
  }
  const settled = (element) => new Promise((resolve) => {
    element.addEventListener('load', resolve, { once: true });
    element.addEventListener('error', resolve, { once: true });
  });
  const links = slots.flatMap(({ html }) => [...html.querySelectorAll('link[rel~=stylesheet i]')]);
  await Promise.all(links.filter((link) => link.sheet === null).map(settled));
  const faces = [...fontFaces];
  for (const root of roots.values()) {
    for (const sheet of root.styleSheets) {
      try {
        for (const rule of sheet.cssRules) if (rule instanceof CSSFontFaceRule) faces.push(rule.cssText);
      } catch {
        // The rules of a style sheet from another site cannot be read.
      }
    }
  }
  const pages = sizes.map((size, index) => '@page size' + index + ' { size: ' + size + '; margin: 0 }');
  style.textContent = [...new Set(faces), ...pages].join('\\n');
  document.head.append(style);
  const images = slots.flatMap(({ html }) => [...html.querySelectorAll('img')]);
  await Promise.all(images.filter((image) => !image.complete).map(settled));
  const tooTall = slots
    .map(({ host, html, slot, index }) => ({ name: slot.name, index, host, height: html.getBoundingClientRect().height, room: host.clientHeight }))
    .filter(({ height, room }) => height > room + 1);
  // Nothing of them is lost beyond the edge of the paper.
  for (const { name, host } of tooTall) host.style.justifyContent = name === 'header' ? 'flex-start' : 'flex-end';
  return tooTall.map(({ name, index, height, room }) => ({ name, index, height, room }));
}`;
