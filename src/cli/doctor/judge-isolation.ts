import type { CommandWarning } from '../output/warnings.ts';
import type { Settings } from '../settings/index.ts';
import { type CheckResult, ok, warn } from './check-result.ts';

/** Whether pages are contained, and why not. `sandbox` is what the browser started with. */
export function judgeSandbox(sandbox: string, settings: Settings, warnings: readonly CommandWarning[]): CheckResult {
  if (sandbox === 'on') return ok('sandbox', 'on');
  if (settings.get('sandbox') === 'off') {
    return warn('sandbox', 'off by setting', 'platen config list shows where it is set; remove it');
  }
  const detail = 'off: the kernel refuses it; pages that you do not trust are not contained';
  return warn('sandbox', detail, fixOf(warnings, 'sandbox_off'));
}

/** What a warning says to do: all after its first sentence. */
function fixOf(warnings: readonly CommandWarning[], code: CommandWarning['code']): string | null {
  const text = warnings.find((warning) => warning.code === code)?.text;
  return text?.replace(/^.*?\.\s+/, '') ?? null;
}

/** What `platen serve` has here. A command without a service shares the machine's network, whatever this says. */
export function judgeNetwork(
  ownNetwork: string | undefined,
  settings: Settings,
  warnings: readonly CommandWarning[],
): CheckResult {
  if (ownNetwork === 'on')
    return ok('network', 'platen serve gives its browser a separate network, with the proxy as the only exit');
  if (settings.get('own_network') === 'off') {
    return warn('network', 'shared with this machine by setting', 'platen config list shows where; take it away');
  }
  const found = warnings.find(({ code }) => code === 'network_shared')?.text ?? 'shared with this machine';
  // A missing program leaves the machine as it was meant; a kernel that refuses user namespaces weakens the sandbox too.
  if (!isRefused(found)) return ok('network', found);
  const fix = 'allow user namespaces to unshare, or run platen serve in a container; PLATEN_OWN_NETWORK=off accepts it';
  return warn('network', found, fix);
}

/** Whether the kernel refused a namespace (EPERM, EACCES, or ENOSPC for a limit of zero), in the words of util-linux. */
function isRefused(text: string): boolean {
  return /not permitted|permission denied|no space left/i.test(text);
}
