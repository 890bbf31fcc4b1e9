import { nearestName } from '../../folders/index.ts';

/** What to do about an unknown setting: the one that was probably meant, else all known ones, each as `show` writes it. */
export function suggestSetting<Name extends string>(
  wrong: string,
  known: readonly Name[],
  show: (name: Name) => string = (name) => name,
): string {
  // A name may be known without its group, such as "size".
  const plain = (name: string) => name.replace(/^render\./, '');
  const near = nearestName(plain(wrong), known.map(plain));
  const name = known.find((candidate) => plain(candidate) === near);
  return name === undefined ? `known settings: ${known.map(show).join(', ')}` : `did you mean ${show(name)}?`;
}
