import type { RenderEntry } from '../../../contract/index.ts';

/** What a render is of: the name of its first template, by the names of templates by their ids, or the kind of its parts. */
export function nameRendered(
  { source, template }: Pick<RenderEntry, 'source' | 'template'>,
  names: ReadonlyMap<string, string>,
): string {
  return template === null ? source : (names.get(template) ?? 'a template') + nameOthers(source);
}

/** What follows the template of a render that is of other kinds of parts as well. */
export function nameOthers(source: RenderEntry['source']): string {
  return source === 'several' ? ' and more' : '';
}
