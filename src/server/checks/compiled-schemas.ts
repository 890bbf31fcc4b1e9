import type { Check } from './compile-schema.ts';

/**
 * Checks of the contract's schemas that stop at the first error, by schema. Empty here; the build puts compiled ones in its
 * place, because compiling them takes a command longer than all else it does.
 */
export const compiledSchemas: ReadonlyMap<object, Check> = new Map();
