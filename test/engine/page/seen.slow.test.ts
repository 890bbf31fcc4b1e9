import { expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

async function render(body: string) {
  const { pdf, warnings } = await engine.render({ parts: { html: body } }, { account: 'test' });
  return { text: (await readPdf(pdf)).pages.join(' '), codes: warnings.map(({ code }) => code) };
}

const rows = Array.from({ length: 30 }, () => '<p style="height: 500px">').join('');

test.each([
  [
    'an observer of intersections shows',
    "const see = new IntersectionObserver((all) => all.forEach((one) => { if (one.isIntersecting) one.target.textContent = 'SEEN' })); rows.forEach((row) => see.observe(row))",
  ],
  [
    'a scroll handler shows',
    "addEventListener('scroll', () => rows.forEach((row) => { if (row.getBoundingClientRect().top < innerHeight) row.textContent = 'SEEN' }))",
  ],
  [
    'the property onscroll shows',
    "onscroll = () => rows.forEach((row) => { if (row.getBoundingClientRect().top < innerHeight) row.textContent = 'SEEN' })",
  ],
  [
    'an observer loads',
    `rows.forEach((row) => { const image = new Image(); image.addEventListener('load', () => row.append('SEEN'), { once: true }); row.append(image);
      new IntersectionObserver(([one]) => { if (one.isIntersecting) image.src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" }).observe(row) })`,
  ],
])('what %s once it is in view is on paper', async (_name, script) => {
  const { text, codes } = await render(
    `${rows}<script>const rows = document.querySelectorAll('p'); ${script}</script>`,
  );
  expect(text.match(/SEEN/g)).toHaveLength(30);
  expect(codes).toEqual([]);
});

test('what a frame shows once it is in view is on paper, though nothing else watches that', async () => {
  const inner = `<p>x<script>new IntersectionObserver(([one]) => { if (one.isIntersecting) one.target.textContent = 'SEEN' }).observe(document.querySelector('p'))</script>`;
  const { text, codes } = await render(`${rows}<iframe srcdoc="${inner}"></iframe>`);
  expect([text.trim(), codes]).toEqual(['SEEN', []]);
});

test('a page is at its start again', async () => {
  const { text } = await render(
    `${rows}<h1>x</h1><script>addEventListener('scroll', () => { document.querySelector('h1').textContent = 'AT ' + scrollY })</script>`,
  );
  expect(text).toContain('AT 0');
});

test('a page without such scripts is not scrolled', async () => {
  const { text } = await render(`${rows}<h1>STILL</h1><script>
    const look = () => { if (scrollY > 0) document.querySelector('h1').textContent = 'MOVED'; requestAnimationFrame(look) }; look()</script>`);
  expect(text).toContain('STILL');
});

test('a page that is too long for that has a warning', async () => {
  const { codes } = await render('<div style="height: 200000px"></div><script>onscroll = () => 0</script>');
  expect(codes).toContain('lazy_unloaded');
});
