import type { Check } from './compile-schema.ts';

/**
 * Checks of the contract's schemas that stop at the first error, by schema. Empty in the sources. The build writes compiled checks
 * here, because compiling them takes longer than anything else a command does.
 */
export const compiledSchemas: ReadonlyMap<object, Check> = new Map();
