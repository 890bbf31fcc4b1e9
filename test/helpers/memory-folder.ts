import { existsSync, statfsSync } from 'node:fs';

/** A folder in memory with room for what tests write, if the system has one. What is written there waits for no disk. */
export const memoryFolder = findMemoryFolder();

function findMemoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  // A container has 64 MB, unless it is given more.
  return bavail * bsize >= 1024 ** 3 ? folder : undefined;
}
