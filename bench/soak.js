// Renders a mixture of documents for long and looks at what stays behind: memory of the whole process tree, processes,
// descriptors, files. `--renders N` (2000). Exits 1 when memory grew by more than a tenth or anything is left.
import { parseArgs } from 'node:util';
import { book, invoice, table } from './documents.js';
import { load } from './measure.js';
import { look, lookAfter, settle } from './process-tree.js';
import { openSetting, startPlaten } from './setting.js';

const { values } = parseArgs({ options: { renders: { type: 'string', default: '2000' } } });
const renders = Number(values.renders);
if (!Number.isInteger(renders) || renders < 20) throw new Error('--renders takes a whole number from 20');
const warm = Math.min(200, Math.floor(renders / 2));
const most = 1.1;

const setting = await openSetting();
// What the service makes for itself: a profile for each browser, and what it puts into the folder for passing files.
const folders = [setting.at('cache/platen/profiles'), setting.at('tmp')];
process.stdout.write(`${setting.conditions}, ${renders} renders\n\n`);
const platen = await startPlaten(setting, ['--queue', '256', '--sandbox', 'preferred']);
const headers = { authorization: `Bearer ${platen.key}`, 'content-type': 'application/json' };

async function post(path, body) {
  const answer = await fetch(`${platen.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString().slice(0, 300)}`);
  return bytes;
}
const render = (parts) => post('/api/v1/renderers/pdf', { parts, options: { timeout_ms: 60_000 } });

const content = '<h1>{{ name }}</h1><ul>{% for item in items %}<li>{{ item }}</li>{% endfor %}</ul>';
const preview_context = { name: 'Soak', items: ['one', 'two', 'three'] };
const made = await post('/api/v1/templates', { template: { name: 'soak', content, preview_context } });
const template = JSON.parse(made.toString()).data.id;
const pdf = (await render({ html: invoice })).toString('base64');
const large = table(1000, 'A large table');

/** What is rendered: the commonest most often, a large document now and then. */
const mixture = [
  { html: invoice },
  { template },
  { markdown: '# Words\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nconst a = 1;\n```' },
  { html: invoice },
  { pdf },
  { template, context: { name: 'Other', items: ['four'] } },
  { html: book(6) },
  [{ html: invoice }, { template }, { pdf }],
  { html: invoice },
];
let count = 0;
const next = () => {
  count += 1;
  return render(count % 40 === 0 ? { html: large } : mixture[count % mixture.length]);
};

let failed = false;
try {
  await load(next, 4, warm);
  await settle();
  const before = look(platen.child.pid, folders);
  const { perSecond } = await load(next, 4, renders - warm);
  await settle();
  const after = look(platen.child.pid, folders);
  await platen.stop();
  const left = await lookAfter(after, folders);

  process.stdout.write(`| what | after ${warm} | after ${renders} | after the end |\n| --- | --- | --- | --- |\n`);
  const row = (what, ...cells) => process.stdout.write(`| ${what} | ${cells.join(' | ')} |\n`);
  row('memory of all processes (PSS), MB', toMegabytes(before.memory), toMegabytes(after.memory), '–');
  row('processes', before.processes, after.processes, left.processes);
  row('zombies', before.zombies, after.zombies, '–');
  row('descriptors of the service', before.descriptors, after.descriptors, '–');
  row('its files and folders', before.files, after.files, left.files);
  process.stdout.write(
    `\n${perSecond.toFixed(1)} renders a second; memory ${(after.memory / before.memory).toFixed(2)} times\n`,
  );

  const faults = [
    after.memory > before.memory * most && 'memory has grown',
    after.processes > before.processes && 'processes have come to stay',
    after.zombies > 0 && 'there are zombies',
    // The connections of the load itself come and go.
    after.descriptors > before.descriptors + 2 && 'descriptors have come to stay',
    after.files > before.files && 'files have come to stay',
    left.processes > 0 && 'processes outlive the service',
    left.files > 0 && 'profiles outlive the service',
  ].filter(Boolean);
  for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
  failed = faults.length > 0;
} finally {
  if (platen.child.exitCode === null && platen.child.signalCode === null) await platen.stop();
  setting.close();
}
process.exitCode = failed ? 1 : 0;

function toMegabytes(bytes) {
  return (bytes / 1e6).toFixed(0);
}
