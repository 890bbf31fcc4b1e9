/** The name, or where it is taken the name with a number behind it. Numbers start from that of the part, counted from 1. */
export function findFreeName(name: string, part: number, isTaken: (name: string) => boolean, mark = '-'): string {
  let free = name;
  for (let count = part + 1; isTaken(free); count++) free = `${name}${mark}${count}`;
  return free;
}
