import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { invoice } from '../documents.js';
import { alternate, isThere, median, timeCommand } from '../measure.js';

const inside = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Whole commands that print one document, no service running. */
export async function measureCold(setting, report, short) {
  const { at, env, platen, browser } = setting;
  const rounds = short ? 3 : 21;
  const run = (command) => () => timeCommand(command, { env, limitMs: 60_000 });
  const node = process.execPath;
  const out = (name) => at(`${name}.pdf`);
  const ours = (file) => run([...platen, 'render', 'pdf', file, '-o', out('platen'), '--force', '-q']);
  const page = at('invoice.html');
  writeFileSync(page, invoice);

  const sides = {
    platen: ours(page),
    raw: run([node, inside('../peers/raw.js'), browser, page, out('raw')]),
    puppeteer: run([node, inside('../peers/puppeteer-once.js'), browser, page, out('puppeteer')]),
  };
  const print = ['--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', `--print-to-pdf=${out('system')}`];
  const programs = {
    'chromium-headless-shell': [...print, page],
    chromium: ['--headless', ...print, page],
    wkhtmltopdf: ['-q', page, out('wkhtmltopdf')],
    weasyprint: ['-q', page, out('weasyprint')],
  };
  for (const [program, flags] of Object.entries(programs)) {
    if (await isThere(program)) sides[program] = run([program, ...flags]);
    else report.leaveOut(program, 'not installed');
  }
  const cold = await alternate(sides, rounds, report.leaveOut);
  const compare = (what, name, target) => report(what, median(cold.platen), median(cold[name] ?? []), 'ms', target);
  compare('cold `render pdf invoice.html`, beside a raw DevTools script', 'raw', '≤ 1.6');
  compare('the same, beside a puppeteer script', 'puppeteer', '< 1');
  compare("the same, beside the system's chromium-headless-shell --print-to-pdf", 'chromium-headless-shell', '< 1');
  compare("the same, beside the system's chromium --print-to-pdf", 'chromium', '< 1');
  compare('the same, beside wkhtmltopdf', 'wkhtmltopdf', '< 1');
  compare('the same, beside WeasyPrint', 'weasyprint', '< 1');

  writeFileSync(at('readme.md'), setting.readme);
  const launch = JSON.stringify({ executablePath: browser, headless: 'shell', args: ['--no-sandbox'] });
  const markdown = await alternate(
    {
      platen: ours(at('readme.md')),
      'md-to-pdf': run([
        node,
        inside('../node_modules/md-to-pdf/dist/cli.js'),
        '--launch-options',
        launch,
        at('readme.md'),
      ]),
    },
    Math.ceil(rounds / 2),
    report.leaveOut,
  );
  const what = 'cold `render pdf README.md`, beside md-to-pdf';
  report(what, median(markdown.platen), median(markdown['md-to-pdf']), 'ms', '< 1');
}
