// The same with playwright, for HTML alone.
import { chromium } from 'playwright-core';
import { serve } from './serve.js';

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] });
serve(async ([{ html }]) => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'load' });
    return await page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
  } finally {
    await context.close();
  }
});
