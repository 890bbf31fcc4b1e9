import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Browser } from './launch-browser.ts';

const watchEveryMs = 250;
const gigabyte = 1024 ** 3;

/** Limit of memory for the process of a page, in bytes: 2 GB, or half of this machine's or container's memory. */
export const renderMemory = Math.min(2 * gigabyte, (process.constrainedMemory() || totalmem()) / 2);

/**
 * Kills each process of a page that holds more than `limit` bytes: the JavaScript heap has its own limit, but buffers,
 * canvases and images have none. Linux only, where proc(5) shows the memory of a process. Also kills a browser that lost a
 * process which its pages depend on: Chromium restarts the network service, but the open requests of pages never end. Stops
 * when the browser is gone.
 */
export function watchProcesses(browser: Browser, limit = renderMemory): void {
  let network: number | undefined;
  const look = async () => {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    // 0 until the process has started.
    const now = processInfo.find(({ type }) => type === 'network.mojom.NetworkService')?.id || undefined;
    if (!browser.isWhole() || (network !== undefined && now !== network)) return browser.kill();
    if (network === undefined && now !== undefined) browser.needs(now);
    network = now;
    if (process.platform !== 'linux') return;
    for (const { type, id } of processInfo) {
      if (type === 'renderer' && readResidentBytes(id) > limit) killRenderer(id, browser.pid);
    }
  };
  const lookOnce = () => void look().catch(() => undefined);
  lookOnce();
  const timer = setInterval(lookOnce, watchEveryMs).unref();
  void browser.closed.then(() => clearInterval(timer));
}

/** Kills a process if it is still in the browser's group: by now its number may belong to another. */
function killRenderer(pid: number, group: number): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(itsGroup) === group) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or cannot be read now. The next look finds it again.
  }
}

/** The resident memory of a process in bytes (proc_pid_status(5)); 0 once it is gone. The size of memory pages differs on some systems. */
function readResidentBytes(pid: number): number {
  try {
    return 1024 * Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
