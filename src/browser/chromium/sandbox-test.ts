import { readFileSync } from 'node:fs';
import type { Browser } from './launch-browser.ts';

/** The result of the self-test. */
export interface SandboxReport {
  sandboxed: boolean;
  /** What is missing, in words. Empty when sandboxed. */
  findings: string[];
}

/**
 * Tests whether a living renderer is sandboxed, from outside (proc_pid_status(5)). A seccomp filter alone proves nothing,
 * because a container runtime gives every process one. All must hold: one filter more than ours, one process namespace more
 * than ours, no capability, not root. Other systems than Linux show none of this; there a launch without `--no-sandbox`
 * counts. A renderer gets its filter shortly after its start, hence `patienceMs`.
 */
export async function testSandbox(browser: Browser, patienceMs = 3000): Promise<SandboxReport> {
  if (!browser.sandbox) return { sandboxed: false, findings: ['Chromium was started without its sandbox'] };
  if (process.platform !== 'linux') return { sandboxed: true, findings: [] };
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
  try {
    await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const end = performance.now() + patienceMs;
    for (;;) {
      const findings = await lookAtRenderers(browser);
      if (findings.length === 0 || performance.now() > end) return { sandboxed: findings.length === 0, findings };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    browser.post('Target.disposeBrowserContext', { browserContextId });
  }
}

async function lookAtRenderers(browser: Browser): Promise<string[]> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => readStatus(id));
  if (renderers.length === 0) return ['no renderer to look at'];
  const ours = readStatus(process.pid);
  return [...new Set(renderers.flatMap((renderer) => judge(renderer, ours)))];
}

type Status = Record<string, string>;

function judge(renderer: Status, ours: Status): string[] {
  const namespaces = (status: Status) => (status.NSpid ?? '').split(/\s+/).length;
  const uids = (renderer.Uid ?? '0').split(/\s+/);
  return [
    ...(renderer.Seccomp === '2' ? [] : ['no seccomp filter']),
    ...(Number(renderer.Seccomp_filters) > Number(ours.Seccomp_filters) ? [] : ['no separate seccomp filter']),
    ...(namespaces(renderer) > namespaces(ours) ? [] : ['no separate process namespace']),
    ...(/^0+$/.test(renderer.CapEff ?? '') ? [] : ['capabilities left']),
    ...(uids.includes('0') ? ['runs as root'] : []),
  ];
}

/** The fields of /proc/<pid>/status. Empty once the process is gone. */
function readStatus(pid: number): Status {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
  } catch {
    return {};
  }
}
