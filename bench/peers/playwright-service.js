// The same with playwright.
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] });
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { parts } = JSON.parse(Buffer.concat(chunks).toString());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(parts[0].html, { waitUntil: 'load' });
  const pdf = await page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
  await context.close();
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length }).end(pdf);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
