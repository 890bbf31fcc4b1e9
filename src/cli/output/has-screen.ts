import type { Io } from './io.ts';

/** Whether a user sits at this machine: no pipeline, no remote shell, and a screen. */
export function hasScreen({ env, platform, stderr }: Io): boolean {
  if (stderr.isTTY !== true || env.CI || env.SSH_CONNECTION) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME || env.BROWSER);
}
