import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import type { FaultPoint } from './fault-point.ts';

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

const byPath =
  'access chmod chown copyFile cp link lstat mkdir mkdtemp open opendir readFile readdir readlink realpath rename rm rmdir stat symlink truncate unlink utimes writeFile'.split(
    ' ',
  );
const byDescriptor = 'close fdatasync fstat fsync ftruncate read write writev'.split(' ');
const byHandle = 'chmod close datasync read readFile stat sync truncate utimes write writeFile writev'.split(' ');

/**
 * Lets the calls of file functions (node:fs, node:fs/promises) on anything below a folder fail where the point says so, as
 * a broken disk would. These functions are those of the system itself, so nothing of ours could be handed in more honestly.
 * What closes a file closes it all the same. Gives a function that puts everything back.
 */
export function spoilFiles(folder: string, point: FaultPoint): () => void {
  const kept: [target: Calls, name: string, call: Call][] = [];
  const descriptors = new Set<unknown>();
  const isMeant = (path: unknown) => typeof path === 'string' && (path === folder || path.startsWith(folder + sep));

  function put(target: Calls, name: string, make: (call: Call) => Call): void {
    const call = target[name];
    if (typeof call !== 'function') return;
    kept.push([target, name, call]);
    target[name] = Object.assign(make(call), call);
  }

  function watchHandle(handle: FileHandle): FileHandle {
    const calls = handle as unknown as Calls;
    // Some calls name an open file by its number.
    descriptors.add(handle.fd);
    for (const name of byHandle) {
      const call = calls[name]?.bind(handle) as Call;
      calls[name] = async (...args) => {
        if (!point.isHit()) return call(...args);
        if (name === 'close') await call();
        throw breakDisk(name);
      };
    }
    return handle;
  }

  for (const name of byPath) {
    put(fs.promises as unknown as Calls, name, (call) => async (...args) => {
      if (!isMeant(args[0])) return call(...args);
      if (point.isHit()) throw breakDisk(name, args[0]);
      const result = await call(...args);
      return name === 'open' ? watchHandle(result as FileHandle) : result;
    });
    put(fs as unknown as Calls, `${name}Sync`, (call) => (...args) => {
      if (!isMeant(args[0])) return call(...args);
      if (point.isHit()) throw breakDisk(name, args[0]);
      const result = call(...args);
      if (name === 'open') descriptors.add(result);
      return result;
    });
  }
  for (const name of byDescriptor) {
    put(fs as unknown as Calls, `${name}Sync`, (call) => (...args) => {
      if (!descriptors.has(args[0])) return call(...args);
      if (name === 'close') descriptors.delete(args[0]);
      if (!point.isHit()) return call(...args);
      if (name === 'close') call(...args);
      throw breakDisk(name);
    });
  }
  // Streams pass a callback for the end.
  for (const name of ['open', ...byDescriptor]) {
    put(fs as unknown as Calls, name, (call) => (...args) => {
      const done = args.at(-1) as (error: Error | null, ...rest: unknown[]) => void;
      const meant = name === 'open' ? isMeant(args[0]) : descriptors.has(args[0]);
      if (!meant || typeof done !== 'function') return call(...args);
      if (name === 'close') descriptors.delete(args[0]);
      const isHit = point.isHit();
      if (isHit && name !== 'close') return void setImmediate(done, breakDisk(name, args[0]));
      return call(...args.slice(0, -1), (error: Error | null, ...rest: unknown[]) => {
        if (name === 'open' && !error) descriptors.add(rest[0]);
        done(isHit ? breakDisk(name) : error, ...rest);
      });
    });
  }
  syncBuiltinESMExports();
  return () => {
    for (const [target, name, call] of kept) target[name] = call;
    syncBuiltinESMExports();
  };
}

function breakDisk(syscall: string, path?: unknown): Error {
  const where = typeof path === 'string' ? { path } : {};
  return Object.assign(new Error(`EIO: i/o error, ${syscall}`), { code: 'EIO', errno: -5, syscall, ...where });
}
