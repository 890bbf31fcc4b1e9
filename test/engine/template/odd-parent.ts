// Starts a child, tells its process id and stays.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { openFiller } from '../../../src/engine/template/filler.ts';

const file = fileURLToPath(new URL('./odd-child.ts', import.meta.url));
const sources = fileURLToPath(new URL('../../../src/engine/template', import.meta.url));
const filler = openFiller({ entry: { file, readable: [sources] } });
const pid = await filler.fill('pid', {}, { signal: new AbortController().signal, account: 'a' });
process.stdout.write(`${pid}\n`);
setInterval(() => undefined, 1000);
