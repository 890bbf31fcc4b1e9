// Renders the list of all six forms and prints the SHA-256 of each PDF: address, times and concurrency are its arguments.
import { createHash } from 'node:crypto';
import { openTestEngine } from '../test-engine.ts';
import { buildSixForms, loadTemplate } from './six-forms.ts';

const [address = '', times = '1', concurrency = '1'] = process.argv.slice(2);
const engine = openTestEngine({ concurrency: Number(concurrency) });
const { options, ...rest } = buildSixForms(address);
// All wait in one queue, and the deadline counts that.
const request = { ...rest, options: { ...options, timeout_ms: 600_000 } };
const renders = Array.from({ length: Number(times) }, () => engine.render(request, { account: 'a', loadTemplate }));
for (const { pdf } of await Promise.all(renders)) console.log(createHash('sha256').update(pdf).digest('hex'));
await engine.close();
