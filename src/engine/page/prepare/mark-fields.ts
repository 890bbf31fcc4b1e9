import type { FormControl } from '../../../injected/calls.ts';
import { controlAddress } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageWarning } from '../open/warnings.ts';

/** Marks the controls of a page that become fields of a form, with what is warned of. */
export async function markFields(page: Page): Promise<{ controls: FormControl[]; warnings: PageWarning[] }> {
  const { controls, unnamed, unsupported } = await page.call('markControls', controlAddress);
  return {
    controls,
    warnings: [
      ...unnamed.map((name): PageWarning => ({ code: 'field_unnamed', detail: `${name} has no name` })),
      ...unsupported.map(
        (name): PageWarning => ({ code: 'field_unsupported', detail: `${name} is printed as it looks` }),
      ),
    ],
  };
}
