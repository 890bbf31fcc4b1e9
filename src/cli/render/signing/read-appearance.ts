import { formats, overlayPlaces, type PageOverlay } from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';
import { type OverlayEdges, readOverlayFile } from '../read-overlay-flags.ts';
import type { SignFlags } from './sign-flags.ts';

/** The name of the field of a visible signature. */
export const usualField = 'Signature';

/** Reads what a signature looks like; undefined for an invisible one. Throws `usage`, and what files of overlays throw. */
export async function readAppearance(flags: SignFlags, edges: OverlayEdges): Promise<PageOverlay | undefined> {
  const { signAppearance: file, signPosition = 'bottom-right', signPage = 'last', signField = usualField } = flags;
  if (file === undefined) return undefined;
  if (!/^(first|last|[1-9]\d{0,5})$/.test(signPage))
    throw new CommandError('usage', `--sign-page ${signPage} is not the number of a page, first or last`);
  if (signField.includes('.'))
    throw new CommandError('usage', `--sign-field ${signField} has a dot, which separates names of fields`);
  const content = await readOverlayFile(file, '--sign-appearance', edges);
  return { ...content, pages: signPage, position: readPosition(signPosition), signature_field: signField };
}

function readPosition(text: string): NonNullable<PageOverlay['position']> {
  const place = overlayPlaces.find((known) => known === text);
  if (place !== undefined) return place;
  const [x = '', y = '', width = '', height = '', ...others] = text.split(',').map((length) => length.trim());
  const isArea = others.length === 0 && [x, y, width, height].every((length) => formats['css-length']?.(length));
  if (isArea) return { x, y, width, height };
  throw new CommandError('usage', `--sign-position ${text} is not a place on a page`, {
    fix: `use ${overlayPlaces.join(', ')}, or lengths such as 20mm,240mm,60mm,25mm`,
  });
}
