import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { book, invoice, table } from './documents.js';
import { alternate, isThere, median, timeCommand } from './measure.js';
import { startPlaten } from './setting.js';

const peer = (name) => fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));

/** Whole commands, as a user at a terminal feels them. */
export async function measureCommands(setting, report, short) {
  const { at, env, platen, browser } = setting;
  const rounds = short ? 7 : 21;
  const run = (command) => () => timeCommand(command, { env });
  const node = process.execPath;
  writeFileSync(at('invoice.html'), invoice);

  const start = await alternate(
    { node: run([node, '-e', '0']), version: run([...platen, '--version']), help: run([...platen, '--help']) },
    rounds * 2,
  );
  report('`platen --version`, beside `node -e 0`', median(start.version), median(start.node), 'ms', '≤ 1.5');
  report('`platen --help`, beside `node -e 0`', median(start.help), median(start.node), 'ms', '≤ 1.5');

  const service = await startPlaten(setting);
  const remote = { ...env, PLATEN_BASE_URL: service.url, PLATEN_API_KEY: service.key };
  const created = await fetch(`${service.url}/api/v1/templates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: '{"template":{"name":"bench"}}',
  });
  const { id } = (await created.json()).data;
  const update = [...platen, 'templates', 'update', id, '--name', 'bench', '--json'];
  const updates = await alternate(
    { node: run([node, '-e', '0']), update: () => timeCommand(update, { env: remote }) },
    rounds,
  );
  await service.stop();
  report(
    '`templates update` to a local service, beside `node -e 0`',
    median(updates.update),
    median(updates.node),
    'ms',
    '≤ 2.5',
  );

  const out = (name) => at(`${name}.pdf`);
  const sides = {
    platen: run([...platen, 'render', 'pdf', at('invoice.html'), '-o', out('a'), '--force', '-q']),
    raw: run([node, peer('raw'), browser, at('invoice.html'), out('b')]),
    puppeteer: run([node, peer('puppeteer-once'), browser, at('invoice.html'), out('c')]),
  };
  if (await isThere('weasyprint')) sides.weasyprint = run(['weasyprint', at('invoice.html'), out('d')]);
  if (await isThere('wkhtmltopdf')) sides.wkhtmltopdf = run(['wkhtmltopdf', '-q', at('invoice.html'), out('e')]);
  if (await isThere('chromium')) {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--print-to-pdf=${out('f')}`,
    ];
    sides.chromium = run(['chromium', ...flags, at('invoice.html')]);
  }
  const cold = await alternate(sides, rounds);
  const ours = median(cold.platen);
  report('cold `render pdf invoice.html`, beside a raw DevTools script', ours, median(cold.raw), 'ms', '≤ 1.6');
  for (const [name, label] of [
    ['puppeteer', 'a puppeteer script'],
    ['chromium', 'Chromium --print-to-pdf'],
    ['wkhtmltopdf', 'wkhtmltopdf'],
    ['weasyprint', 'WeasyPrint'],
  ]) {
    if (cold[name]) report(`the same, beside ${label}`, ours, median(cold[name]), 'ms', '< 1');
    else process.stdout.write(`| the same, beside ${label} | | not installed | | |\n`);
  }

  for (const pages of short ? [1, 100] : [1, 10, 100, 1000]) {
    writeFileSync(at('book.html'), book(pages));
    const growth = await alternate(
      {
        platen: run([...platen, 'render', 'pdf', at('book.html'), '-o', out('a'), '--force', '-q', '--timeout', '2m']),
        raw: run([node, peer('raw'), browser, at('book.html'), out('b')]),
      },
      pages > 100 ? 3 : 5,
    );
    report(
      `cold, ${pages} pages, beside a raw script`,
      median(growth.platen),
      median(growth.raw),
      'ms',
      'no worse growth',
    );
  }
  if (short) return;
  writeFileSync(at('table.html'), table(4000));
  const long = await alternate(
    {
      platen: run([...platen, 'render', 'pdf', at('table.html'), '-o', out('a'), '--force', '-q', '--timeout', '2m']),
      raw: run([node, peer('raw'), browser, at('table.html'), out('b')]),
    },
    3,
  );
  report(
    'cold, a table of 4,000 rows, beside a raw script',
    median(long.platen),
    median(long.raw),
    'ms',
    'no worse growth',
  );
}
