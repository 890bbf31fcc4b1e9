/** What a service answers to operations that it does not know: they are not part of the published interface. */
const codes = new Set<string | undefined>(['not_found', 'method_not_allowed', 'rejected', 'unexpected_answer']);

/** Whether a call failed because the service may not know its operation. */
export function isUnknownRoute(error: unknown): boolean {
  return codes.has((error as { code?: string } | undefined)?.code);
}
