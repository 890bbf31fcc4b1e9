/** The name, or if it is taken the name with the first free number behind it. The search starts at the number of the part. */
export function findFreeName(name: string, part: number, isTaken: (name: string) => boolean, mark = '-'): string {
  let free = name;
  for (let count = part + 1; isTaken(free); count++) free = `${name}${mark}${count}`;
  return free;
}
