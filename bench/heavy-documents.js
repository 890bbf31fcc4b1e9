// Documents that take much of a service, each from a request of a few megabytes at most. What they do to others is measured.
const page = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Heavy</title>${head}</head><body>${body}</body></html>`;

const repeat = (count, write) => Array.from({ length: count }, (_, index) => write(index)).join('\n');

const words = 'The tide runs out and the harbour lies open to the evening light. ';

/** A text of about so many bytes. */
const text = (bytes) => words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes);

/** Paragraphs of about so many bytes. */
const paragraphs = (bytes) => repeat(Math.ceil(bytes / 1000), () => `<p>${text(1000)}</p>`);

const frames = (megabytes) =>
  page(
    '',
    `<p>Frames</p><script>for (let i = 0; i < 4; i++) {
  const frame = document.createElement('iframe');
  frame.name = String(i).repeat(${megabytes} * 1e6);
  frame.srcdoc = '<p>Frame</p>';
  document.body.append(frame);
}</script>`,
  );

const chapter = 'h2 { string-set: chapter content() } @page { @top-left { content: string(chapter) } }';

/** The documents, by what they have much of. */
export const heavyDocuments = {
  '100,000 nested elements': page('', '<div>'.repeat(100_000)),
  '5,000 nested elements': page('', `${'<div>'.repeat(5000)}Deep`),
  'target-text() of 500 KB, 200 times': page(
    '<style>a::after { content: target-text(attr(href)) }</style>',
    `${repeat(200, () => '<p><a href="#long">See</a></p>')}<div id="long">${paragraphs(500_000)}</div>`,
  ),
  '10,000 @font-face rules': page(
    `<style>${repeat(10_000, (i) => `@font-face { font-family: f${i}; src: url("f${i}.woff2") }`)}</style>`,
    repeat(10_000, (i) => `<span style="font-family: f${i}">x</span>`),
  ),
  'names of frames of 10 MB': frames(10),
  'names of frames of 100 MB': frames(100),
  '50,000 links': page(
    '',
    repeat(50_000, (i) => `<p id="p${i}"><a href="#p${(i * 7) % 50_000}">Link ${i}</a></p>`),
  ),
  '50,000 bookmarks': page(
    '<style>p { bookmark-level: 1; bookmark-label: content() }</style>',
    repeat(50_000, (i) => `<p>Entry ${i}</p>`),
  ),
  '20,000 named strings': page(
    `<style>${chapter}</style>`,
    repeat(20_000, (i) => `<h2>Chapter ${i}</h2><p>Text</p>`),
  ),
  '400 nested named strings around 500 KB': page(
    '<style>div { string-set: part content() } @page { @top-left { content: string(part) } }</style>',
    '<div>'.repeat(400) + paragraphs(500_000) + '</div>'.repeat(400),
  ),
};
