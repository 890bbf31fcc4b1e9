import { isUuid } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';

/** Throws `usage` for an id that is no UUID, before anything is contacted. `what` has such an id: a template, a render. */
export function checkId(id: string, what: 'template' | 'render'): void {
  if (isUuid(id)) return;
  throw new CommandError('usage', `${JSON.stringify(id)} is not the id of a ${what}`, {
    why: 'an id is a UUID such as 0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
    fix: `see the ids: platen ${what}s list`,
  });
}
