import { readdirSync, readFileSync } from 'node:fs';
import { listDescendants } from '../footprint.ts';
import type { Control, Row } from '../row.ts';
import { unlessGone } from '../unless-gone.ts';

const about: Control = { none: 'it is about processes' };

/** The fields of /proc/<pid>/status. */
function readStatus(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]));
}

function findBrowsers(pid: number): number[] {
  return listDescendants(pid).filter((descendant) => {
    try {
      return (
        readFileSync(`/proc/${descendant}/cmdline`, 'latin1').includes('--user-data-dir') ||
        /chrom/.test(readFileSync(`/proc/${descendant}/comm`, 'latin1'))
      );
    } catch {
      return false;
    }
  });
}

/** The browser's processes. */
export const processRows: readonly Row[] = [
  {
    id: 'B04',
    input: 'started as root, no process of the browser is',
    control: about,
    run: async (service) => {
      const found = findBrowsers(service.pid);
      const asRoot = found.filter((pid) => /(^|\s)0(\s|$)/.test(readStatus(pid).Uid ?? '0'));
      const wrong = asRoot.map(
        (pid) => `${pid} runs as root: ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').slice(0, 100)}`,
      );
      const renderers = found.filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer'),
      );
      const open = renderers.filter(
        (pid) => readStatus(pid).Seccomp !== '2' || !/^0+$/.test(readStatus(pid).CapEff ?? ''),
      );
      if (found.length < 3 || renderers.length === 0) wrong.push(`only ${found.length} processes found`);
      return [...wrong, ...open.map((pid) => `${pid} has no sandbox`)];
    },
  },
  {
    id: 'X10',
    input: "kill -9 of each of the browser's processes in mid-render",
    control: about,
    run: async (service) => {
      const wrong: string[] = [];
      for (const kind of ['renderer', 'utility', 'zygote', 'gpu-process', '']) {
        const render = service.render({
          parts: { html: '<p>words' },
          options: { wait_for: { delay_ms: 800 }, timeout_ms: 10_000 },
        });
        await new Promise((later) => setTimeout(later, 400));
        const victims = findBrowsers(service.pid).filter((pid) => {
          const words = unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'), '--type=gone');
          return kind === '' ? !words.includes('--type=') : words.includes(`--type=${kind}`);
        });
        // Those of one kind end with each other.
        for (const pid of victims) unlessGone(() => process.kill(pid, 'SIGKILL'), true);
        const answer = await render;
        if (victims.length > 0 && answer.status !== 200 && answer.status < 500 && answer.code !== 'page_failed') {
          wrong.push(`after the death of ${kind || 'the browser'}: ${answer.text}`);
        }
        const next = await service.render({ parts: { html: '<p>words' } });
        if (next.status !== 200)
          wrong.push(`next after the death of ${kind || 'the browser'}: ${next.status} ${next.text}`);
      }
      return wrong;
    },
  },
  {
    id: 'B08',
    input: 'no debugging port is ever open',
    control: about,
    run: async (service) => {
      const open = findBrowsers(service.pid).flatMap((pid) => {
        const sockets = readdirSync(`/proc/${pid}/fd`).length;
        const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return sockets > 0 && /--remote-debugging-port/.test(words) ? [`${pid} has a debugging port`] : [];
      });
      return open;
    },
  },
];
