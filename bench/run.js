// Measures platen beside its peers. `--short` takes under two minutes; `--json FILE` keeps the figures.
import { writeFileSync } from 'node:fs';
import { measureBinding } from './binding.js';
import { measureCommands } from './commands.js';
import { measureService } from './service.js';
import { openSetting } from './setting.js';

const short = process.argv.includes('--short');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7);
const json = process.argv.indexOf('--json');
const setting = await openSetting();
const rows = [];

/** One line of the table: what, platen's figure, the other's, their ratio, and the target the ratio is held against. */
function report(what, ours, theirs, unit, target) {
  const ratio = ours / theirs;
  rows.push({ what, ours, theirs, unit, ratio, target });
  const show = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
  process.stdout.write(
    `| ${what} | ${show(ours)} ${unit} | ${show(theirs)} ${unit} | ${ratio.toFixed(2)} | ${target} |\n`,
  );
}

process.stdout.write(
  `${setting.conditions}\n\n| what | platen | beside it | ratio | target |\n| --- | --- | --- | --- | --- |\n`,
);
try {
  if (!only || only === 'commands') await measureCommands(setting, report, short);
  if (!only || only === 'service') await measureService(setting, report, short);
  if (!only || only === 'binding') await measureBinding(setting, report, short);
} finally {
  setting.close();
}
if (json !== -1)
  writeFileSync(process.argv[json + 1], `${JSON.stringify({ conditions: setting.conditions, rows }, null, 2)}\n`);
