// Starts a child, tells its process id and stays.
import { dirname } from 'node:path';
import process from 'node:process';
import { openTemplateRenderer } from '../../../src/markup/template/template-renderer.ts';
import { findProgram } from '../../helpers/bundled-program.ts';

const file = findProgram('odd-child');
const templates = openTemplateRenderer({ entry: { file, readable: [dirname(file)] } });
const pid = await templates.render('pid', {}, { signal: new AbortController().signal, account: 'a' });
process.stdout.write(`${pid}\n`);
setInterval(() => undefined, 1000);
