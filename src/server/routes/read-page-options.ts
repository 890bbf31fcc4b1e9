import { type PartOptions, partOptionsSchema } from '../../contract/index.ts';
import { validateBody } from '../checks/validation.ts';

/** Page options from the front matter of a Markdown document, held to the same schema as those of a request. */
export function readPageOptions(options: object): PartOptions {
  validateBody(partOptionsSchema, options, 0);
  return options as PartOptions;
}
