import type { Client } from '../../client/index.ts';
import type { ChosenTemplate } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import { isUnknownRoute } from './explain-missing.ts';

/** A stored template with its id, in the revision that is chosen. */
export interface FoundTemplate extends Omit<ChosenTemplate, 'slug'> {
  id: string;
}

/** Finds the id of a template that is named by its slug. Throws `template_not_found`. */
export async function resolveTemplate(
  client: Pick<Client, 'lookUpTemplate'>,
  { id, slug = '', ...choice }: ChosenTemplate,
  signal: AbortSignal,
): Promise<FoundTemplate> {
  if (id !== undefined) return { id, ...choice };
  const found = await client.lookUpTemplate(slug, { signal }).catch((cause: unknown) => {
    if (!isUnknownRoute(cause)) throw cause;
    throw new CommandError('template_not_found', `the service knows templates by their ids alone, not as "${slug}"`, {
      fix: 'use the id: platen templates list',
      cause,
    });
  });
  return { id: found.id, ...choice };
}

/** Throws `slug_taken` if another template has a slug. Services without slugs refuse the change itself. */
export async function requireFreeSlug(
  client: Pick<Client, 'lookUpTemplate'>,
  slug: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await client.lookUpTemplate(slug, { signal }).catch((cause: { code?: string }) => {
    if (cause.code === 'template_not_found' || isUnknownRoute(cause)) return undefined;
    throw cause;
  });
  if (found === undefined || found.id === id) return;
  throw new CommandError('slug_taken', `the slug ${JSON.stringify(slug)} is that of another template`);
}
