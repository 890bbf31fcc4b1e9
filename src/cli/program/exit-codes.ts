import { Help } from 'commander';
import { type ErrorCode, errors, exitCodes } from '../../contract/index.ts';

/** The page `platen help exit-codes`: each exit code, what it means, and the error codes that lead to it; also as JSON. */
export function formatExitCodes(json: boolean): string {
  if (json) {
    const data = Object.entries(exitCodes).map(([exit, meaning]) => ({
      exit: Number(exit),
      meaning,
      codes: codesOf(exit),
    }));
    return `${JSON.stringify({ data }, null, 2)}\n`;
  }
  const lines = ['Exit codes of platen. They are never renumbered.', ''];
  for (const [exit, meaning] of Object.entries(exitCodes)) {
    lines.push(`  ${exit.padEnd(4)} ${meaning}`);
    const codes = new Help().boxWrap(codesOf(exit).join(' '), 90);
    if (codes !== '') lines.push(codes.replace(/^/gm, '       '));
  }
  return `${lines.join('\n')}\n`;
}

function codesOf(exit: string): ErrorCode[] {
  return (Object.keys(errors) as ErrorCode[]).filter((code) => errors[code].exit === Number(exit));
}
