// What a script with puppeteer does for one document.
import { readFileSync, writeFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const [browser, input, output] = process.argv.slice(2);
const launched = await puppeteer.launch({
  executablePath: browser,
  headless: 'shell',
  pipe: true,
  args: ['--no-sandbox'],
});
const page = await launched.newPage();
await page.setContent(readFileSync(input, 'utf8'), { waitUntil: 'load' });
writeFileSync(output, await page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: true, outline: true }));
await launched.close();
