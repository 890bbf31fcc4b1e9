import { readFileSync } from 'node:fs';

/** Ids of a user namespace: `count` ids from `first` on (user_namespaces(7), "User and group ID mappings"). */
interface IdRange {
  first: number;
  count: number;
}

/** The user ids of this process's namespace. Undefined on systems that have none. */
const ranges = readRanges();

/** Whether a user exists in the user namespace of this process. Nothing can run as another one, or belong to them. */
export function isMappedUser(id: number): boolean {
  return ranges === undefined || ranges.some(({ first, count }) => id >= first && id < first + count);
}

/** Whether the user namespace of this process has no user but ours, as after `unshare --user --map-root-user`. */
export function isAloneInNamespace(): boolean {
  return ranges !== undefined && ranges.reduce((sum, { count }) => sum + count, 0) === 1;
}

/**
 * Whether an owner counts as root. In a namespace without any other user every stranger has the overflow id, root of the machine
 * among them, to whom the folders above ours belong.
 */
export function countsAsRoot(uid: number): boolean {
  return uid === 0 || (isAloneInNamespace() && uid === overflowId);
}

/** The id of all users outside of the namespace: the default of the kernel. */
const overflowId = 65_534;

function readRanges(): IdRange[] | undefined {
  try {
    const lines = readFileSync('/proc/self/uid_map', 'latin1').trim().split('\n');
    return lines.map((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
      return { first, count };
    });
  } catch {
    return undefined;
  }
}
