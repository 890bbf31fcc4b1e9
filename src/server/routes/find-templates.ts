import type { RenderContext } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';

/** How renders of an account find its stored templates; for an unknown id there is none. */
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
