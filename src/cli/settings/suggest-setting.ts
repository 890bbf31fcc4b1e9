import { nearestName } from '../../folders/index.ts';

/** What to do about an unknown setting: the one that was probably meant, else all known ones, each as `show` writes it. */
export function suggestSetting<Name extends string>(
  wrong: string,
  known: readonly Name[],
  show: (name: Name) => string = (name) => name,
): string {
  const near = nearestName(wrong, known);
  return near === undefined ? `known settings: ${known.map(show).join(', ')}` : `did you mean ${show(near)}?`;
}
