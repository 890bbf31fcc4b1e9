import { expect, it } from 'vitest';
import { renderRequestSchema } from '../../src/contract/index.ts';
import { compileSchema } from '../../src/server/checks/compile-schema.ts';

const isValid = compileSchema(renderRequestSchema, false);
const attach = (name: string) =>
  isValid({ parts: { html: 'x' }, pdf: { attachments: [{ name, type: 'text/plain', base64: '' }] } });

it.each(['a', 'a.txt', '.env', '..a', 'a..', '...', 'Rechnung März.xml', '請求書.xml', '😀.txt'])(
  'an attachment may be named %j',
  (name) => expect(attach(name)).toBe(true),
);

it.each([
  '',
  '.',
  '..',
  'a/b',
  '../a',
  'a\\b',
  'a\u0000',
  'a\n',
  'a\u0085',
  'invoice\u202efdp.exe',
  '\u200fa',
  'a\u061c',
  'a\u2028b',
  '\u2066a\u2069',
])('an attachment may not be named %j', (name) => expect(attach(name)).toBe(false));
