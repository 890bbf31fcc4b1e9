import { fileURLToPath } from 'node:url';

/** The file of a program that tests start, from the bundle that the run has made. */
export function findProgram(name: string): string {
  return fileURLToPath(new URL(`${name}.js`, process.env.PLATEN_TEST_CHILDREN));
}
