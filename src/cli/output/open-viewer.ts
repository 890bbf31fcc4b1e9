import { spawn } from 'node:child_process';
import type { Io } from './io.ts';

/** Opens a file or an address as the user's desktop does; resolves to the name of the program where that is missing. */
export function openViewer(
  target: string,
  { platform, env }: Pick<Io, 'platform' | 'env'>,
): Promise<string | undefined> {
  const program = viewerOf(platform);
  return new Promise((resolve) => {
    const viewer = spawn(program, [target], { detached: true, stdio: 'ignore', env });
    viewer.once('error', () => resolve(program));
    viewer.once('spawn', () => {
      viewer.unref();
      resolve(undefined);
    });
  });
}

/** The program that opens files and addresses on a system. */
export function viewerOf(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'open' : platform === 'win32' ? 'explorer' : 'xdg-open';
}

/** Whether a user sits at this machine: no pipeline, no remote shell, and a screen. */
export function hasScreen({ env, platform, stderr }: Io): boolean {
  if (stderr.isTTY !== true || env.CI || env.SSH_CONNECTION) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME || env.BROWSER);
}
