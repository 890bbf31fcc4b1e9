/**
 * Whether a pooler refused a setting at the start of a connection, as PgBouncer does unless its `ignore_startup_parameters` names it.
 * Then that of the server holds.
 */
export function isRefusedParameter(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '08P01' && /startup parameter/i.test(message ?? '');
}
