// Starts a child, tells its process id and stays.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { openTemplateRenderer } from '../../../src/engine/template/template-renderer.ts';

const file = fileURLToPath(new URL('./odd-child.ts', import.meta.url));
const sources = fileURLToPath(new URL('../../../src/engine', import.meta.url));
const templates = openTemplateRenderer({ entry: { file, readable: [sources] } });
const pid = await templates.render('pid', {}, { signal: new AbortController().signal, account: 'a' });
process.stdout.write(`${pid}\n`);
setInterval(() => undefined, 1000);
