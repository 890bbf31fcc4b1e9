import { isUuid } from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';

/** Throws `usage` unless the text may be the id of a background render. */
export function checkRenderId(id: string): void {
  if (isUuid(id)) return;
  throw new CommandError('usage', `${JSON.stringify(id)} is not the id of a render`, {
    why: 'an id is a UUID such as 0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
    fix: 'see the ids: platen renders list',
  });
}
