import { expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { showDashboard } from '../../../src/cli/commands/dashboard.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { captureOutput } from '../../helpers/capture-output.ts';
import { runCommand } from './run-command.ts';

const server = { shown: 'http://127.0.0.1:1/#ticket=a', opened: 'http://127.0.0.1:1/#ticket=b' };

/** Shows a dashboard until the command is stopped, and returns what it opened. */
async function show({ json = false, opens = true, isStopped = false } = {}) {
  const [stdout, stderr] = [captureOutput(), captureOutput()];
  const io = { stdout: stdout.stream, stderr: stderr.stream, env: {} } as unknown as Io;
  const output = createOutput(io, { json, quiet: false, verbose: false, debug: false, color: false });
  const abort = new AbortController();
  const context = { output, signal: abort.signal } as unknown as Context;
  const opened: string[] = [];
  const open = async (_context: Context, address: string) => void opened.push(address);
  if (isStopped) abort.abort();
  let isOver = false;
  const shown = showDashboard(context, server, opens ? open : undefined).then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(isStopped);
  abort.abort();
  await shown;
  return { opened, stdout: stdout.read().toString(), stderr: stderr.read().toString() };
}

const said = `Dashboard: ${server.shown}\nThe URL works once, in a browser on this machine. Ctrl-C stops the service.\n`;

it.each([
  ['is printed and opened', {}, [server.opened], said],
  ['is only printed with --no-open', { opens: false }, [], said],
  ['is printed by a command that was stopped', { isStopped: true }, [server.opened], said],
])('the URL of a dashboard %s', async (_case, choices, opened, stderr) => {
  expect(await show(choices)).toEqual({ opened, stdout: '', stderr });
});

it('the URL of a dashboard is a document with --json', async () => {
  const { stdout, stderr } = await show({ json: true });
  expect([JSON.parse(stdout).data, stderr]).toEqual([{ url: server.shown }, '']);
});

it.each(['-1', '65536', 'x'])('a dashboard has no port %s', async (port) => {
  expect((await runCommand(['dashboard', `--port=${port}`])).error).toMatchObject({
    ...{ code: 'usage', message: `--port "${port}" is not a whole number from 0 to 65535` },
  });
});
