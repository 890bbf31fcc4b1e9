import { type ErrorCode, errors, exitCodes } from '../contract/index.ts';

/** The page `platen help exit-codes`: each exit code, what it means, and the error codes that lead to it. */
export function formatExitCodes(): string {
  const lines = ['Exit codes of platen. They are never renumbered.', ''];
  for (const [exit, meaning] of Object.entries(exitCodes)) {
    const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => errors[code].exit === Number(exit));
    lines.push(`  ${exit.padEnd(4)} ${meaning}`);
    for (const line of wrap(codes, 90)) lines.push(`       ${line}`);
  }
  return `${lines.join('\n')}\n`;
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
