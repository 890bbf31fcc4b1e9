import type { DescribedError } from './describe-error.ts';
import type { Output } from './output.ts';
import { safeJson, safeText } from './safe-text.ts';

/**
 * Prints an error to stderr: for people what failed, why and what to do; with --json one line
 * `{"error": {code, message, status?, request_id?, hint?, errors?}}`, with `warnings` if there are any.
 */
export async function printError(error: DescribedError, output: Output, debug: boolean): Promise<void> {
  if (output.json) {
    const warnings = output.takeWarnings();
    output.raw(safeJson(JSON.stringify({ error: toJson(error), ...(warnings.length > 0 && { warnings }) })));
    return;
  }
  const chalk = await output.chalk('stderr');
  const lines = [`${chalk.red.bold('error:')} ${safeText(error.message)}`];
  if (error.why) lines.push(`  ${chalk.bold('why:')} ${safeText(error.why)}`);
  for (const fault of error.faults ?? []) lines.push(`    ${safeText(fault)}`);
  if (error.fix) lines.push(`  ${chalk.bold('fix:')} ${safeText(error.fix)}`);
  lines.push(chalk.dim(`  code: ${error.code}${error.embedded ? '' : nameRequest(error)}`));
  if (debug && error.stack) lines.push(chalk.dim(safeText(error.stack, { lines: true })));
  output.raw(lines.join('\n'));
}

/** What the operator of a service needs to find the request in its log. */
function nameRequest({ status, requestId }: DescribedError): string {
  return `${status === undefined ? '' : ` (${status})`}${requestId ? `, request ${safeText(requestId)}` : ''}`;
}

/** The error as `--json` shows it. */
export function toJson({ code, message, why, status, requestId, fix, errors }: DescribedError): object {
  return {
    code,
    message,
    ...(why !== undefined && { why }),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { request_id: requestId }),
    ...(fix !== undefined && { hint: fix }),
    ...(errors !== undefined && { errors }),
  };
}
