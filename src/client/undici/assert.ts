/**
 * Stands in for `node:assert` inside undici, which calls it some ten times for each request. Node's own loads thirty modules,
 * and is needed for the message of a failure alone.
 */
export default function assert(value: unknown, message?: string | Error): void {
  if (value) return;
  const { AssertionError } = process.getBuiltinModule('node:assert');
  throw message instanceof Error
    ? message
    : new AssertionError({ message: message ?? 'undici finds a state that it does not expect', actual: value });
}
export { assert as 'module.exports' };
