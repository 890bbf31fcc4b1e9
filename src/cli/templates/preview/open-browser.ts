import { spawn } from 'node:child_process';
import type { Io } from '../../output/io.ts';

/** Whether somebody sits before this machine: no pipeline, no remote shell, and a screen. */
export function hasScreen({ env, platform, stderr }: Io): boolean {
  if (stderr.isTTY !== true || env.CI || env.SSH_CONNECTION) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME || env.BROWSER);
}

/** Opens an address in the user's browser; false where there is no program for that. */
export async function openBrowser(address: string, { platform }: Pick<Io, 'platform'>): Promise<boolean> {
  const program = platform === 'darwin' ? 'open' : platform === 'win32' ? 'explorer' : 'xdg-open';
  return new Promise((resolve) => {
    const browser = spawn(program, [address], { detached: true, stdio: 'ignore' });
    browser.once('error', () => resolve(false));
    browser.once('spawn', () => {
      browser.unref();
      resolve(true);
    });
  });
}
