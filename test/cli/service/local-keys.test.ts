import { expect, it } from 'vitest';
import type { Output } from '../../../src/cli/output/output.ts';
import { warnOfAccount } from '../../../src/cli/service/local-keys.ts';

/** The warnings of an account that may be mistyped. */
function warnings(account: string, known: readonly string[], what?: string): unknown[] {
  const given: unknown[] = [];
  const output = { warn: (warning: unknown) => given.push(warning) } as unknown as Output;
  warnOfAccount(output, account, known, what);
  return given;
}

it.each<[string, string[], string | undefined, string | undefined]>([
  ['sales', ['sales', 'hr'], undefined, undefined],
  ['sale', ['sales', 'hr'], undefined, 'there is nothing of an account "sale" yet; did you mean "sales"?'],
  ['sale', ['sales'], 'no key', 'there is no key of an account "sale" yet; did you mean "sales"?'],
  ['finance', ['sales', 'hr'], 'no key', 'there is no key of an account "finance" yet'],
  ['sales', [], undefined, 'there is nothing of an account "sales" yet'],
])('the account %j among %j is unknown: %s', (account, known, what, text) => {
  expect(warnings(account, known, what)).toEqual(text === undefined ? [] : [{ code: 'account_unknown', text }]);
});
