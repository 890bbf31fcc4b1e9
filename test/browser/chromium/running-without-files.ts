// Opens as many files as it may, then asks which processes run: this one, a zombie, one that never was. Closes the files and
// asks again. Prints one line of JSON for each.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { isRunning } from '../../../src/browser/chromium/zygotes.ts';

// Node reaps its children when its event loop turns, which does not happen from here on.
const ended = spawn('true', { stdio: 'ignore' }).pid as number;
while (!/^\d+ \(true\) Z/.test(readFileSync(`/proc/${ended}/stat`, 'latin1')));
const none = 2 ** 22 + 1;
const ask = () => process.stdout.write(`${JSON.stringify([process.pid, ended, none].map(isRunning))}\n`);

const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  ask();
}
for (const file of taken) closeSync(file);
ask();
