import type { RenderContext } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';

/** Finds the stored templates of an account for its renders; undefined for an unknown id. */
export function findTemplates(
  templates: Pick<Store['templates'], 'get'>,
  account: string,
): NonNullable<RenderContext['loadTemplate']> {
  return (id) =>
    templates.get(account, id).catch((error: { code?: unknown }) => {
      if (error.code === 'template_not_found') return undefined;
      throw error;
    });
}
