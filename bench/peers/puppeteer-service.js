// A service as most are built: puppeteer, one browser, a context and a page for each part; marked for Markdown, pdf-lib to
// make one PDF of several.
import { marked } from 'marked';
import puppeteer from 'puppeteer-core';
import { merge } from './merge.js';
import { serve } from './serve.js';

const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  headless: 'shell',
  pipe: true,
  args: ['--no-sandbox'],
});

async function print({ html, markdown }) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setContent(html ?? marked.parse(markdown), { waitUntil: 'load' });
    return await page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
  } finally {
    await context.close();
  }
}

serve(async (parts) => {
  if (parts.length === 1) return print(parts[0]);
  const pdfs = [];
  for (const part of parts) pdfs.push(await print(part));
  return merge(pdfs);
});
