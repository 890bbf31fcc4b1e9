import { type PartOptions, partOptionsSchema } from '../../contract/index.ts';
import { validateBody } from '../checks/validation.ts';

/** Checks page options of a Markdown document's front matter by the schema of a request's. Throws `invalid_request`. */
export function readPageOptions(options: object): PartOptions {
  validateBody(partOptionsSchema, options, 0);
  return options as PartOptions;
}
