import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonErrors, type ErrorCode, errors, exitCodes, isErrorCode, routes } from '../../src/contract/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/errors.md'), 'utf8');

/** The rows of the table of errors in docs/reference/errors.md: code, status, exit code, and whether a retry may succeed. */
function readRows(): Map<string, { status: number | null; exit: number; retryable: boolean }> {
  const section = page.split('<!-- errors -->')[1] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+|–) \| (\d+) \| (yes|no) \|/gm)];
  return new Map(
    rows.map(([, code = '', status, exit, retry]) => [
      code,
      { status: status === '–' ? null : Number(status), exit: Number(exit), retryable: retry === 'yes' },
    ]),
  );
}

describe('the table of errors', () => {
  it('stands in docs/reference/errors.md row for row, and no other row does', () => {
    const table = Object.entries(errors).map(([code, { status, exit, retryable }]) => [
      code,
      { status, exit, retryable },
    ]);
    expect(Object.fromEntries(readRows())).toEqual(Object.fromEntries(table));
  });

  it('uses only exit codes that are explained', () => {
    for (const code of Object.keys(errors) as ErrorCode[]) expect(exitCodes).toHaveProperty(String(errors[code].exit));
  });

  it('has every exit code of docs/reference/errors.md, and docs/reference/errors.md has no other', () => {
    const section = page.split('<!-- exit-codes -->')[1] ?? '';
    const rows = [...section.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)].map(([, exit, meaning]) => [exit, meaning]);
    expect(Object.fromEntries(rows)).toEqual(exitCodes);
  });

  it('keeps clear of exit codes that Node and the shell use themselves', () => {
    for (const exit of Object.keys(exitCodes).map(Number)) {
      expect(exit === 9 || exit === 13 || (exit >= 126 && exit <= 128) || exit > 255, String(exit)).toBe(false);
    }
  });

  it('has a status for every error that an operation may answer', () => {
    for (const route of Object.values(routes)) {
      for (const code of [...commonErrors, ...route.errors]) expect(errors[code].status, code).toBeTypeOf('number');
    }
  });

  it('says of every error with a status which operation answers it', () => {
    const answered = new Set<string>([...commonErrors, ...Object.values(routes).flatMap((route) => route.errors)]);
    const anywhere = ['not_found', 'method_not_allowed'];
    for (const code of Object.keys(errors) as ErrorCode[]) {
      if (errors[code].status !== null) expect(answered.has(code) || anywhere.includes(code), code).toBe(true);
    }
  });

  it('says which errors of a service are those of one document, so that its address would not help', () => {
    const ofDocuments = (Object.keys(errors) as ErrorCode[]).filter(
      (code) => errors[code].status !== null && !errors[code].service,
    );
    expect(ofDocuments.join(' ')).toBe(
      'too_large invalid_request address_not_allowed template_error page_failed page_unreachable resource_failed ' +
        'glyph_missing wait_failed render_timeout pdf_invalid pdf_damaged signature_lost not_conforming ' +
        'e_invoice_invalid too_many_pages result_too_large destination_failed signing_failed',
    );
    const others = (Object.keys(errors) as ErrorCode[]).filter(
      (code) => errors[code].status === null && errors[code].service,
    );
    expect(others).toEqual(['conflict', 'rejected', 'server_failed', 'unexpected_answer', 'timeout']);
  });

  it('knows its own codes and no inherited name', () => {
    expect(isErrorCode('template_changed')).toBe(true);
    expect(isErrorCode('constructor')).toBe(false);
    expect(isErrorCode(undefined)).toBe(false);
  });
});
