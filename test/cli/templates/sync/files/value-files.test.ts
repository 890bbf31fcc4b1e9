import { describe, expect, it } from 'vitest';
import { type LocalFile, pathInOwner, sha256Of } from '../../../../../src/cli/templates/sync/files/sync-file.ts';
import {
  describeLocalValues,
  describeRemoteValues,
  digestValues,
  formatLocalValues,
  isStored,
  kindOfValues,
  openValueReader,
  setOf,
  valuesOf,
} from '../../../../../src/cli/templates/sync/files/value-files.ts';
import type { RemoteTemplates } from '../../../../../src/cli/templates/sync/remote-templates.ts';

const fileOf = (text: string, path = 'invoice/values/long.json') =>
  ({ path, kind: 'values', owner: 'invoice', bytes: Buffer.from(text) }) as Omit<LocalFile, 'sha256'>;

it.each([
  ['values.schema.json', 'schema'],
  ['values/long.json', 'values'],
  ['values/a.b.json', 'values'],
  ['values/.hidden.json', undefined],
  ['values/a/b.json', undefined],
  ['values/.json', undefined],
  ['values/a.txt', undefined],
  ['content.html', undefined],
])('the file %s has the kind %s', (path, kind) => {
  expect(kindOfValues(path)).toBe(kind);
});

it.each([
  ['partial', true, true],
  ['asset', false, true],
  ['values', false, false],
  ['schema', false, false],
  ['values', true, true],
  ['schema', true, true],
] as const)('a file of the kind %s, with a service that stores values (%s): %s', (kind, hasValues, stored) => {
  expect(isStored(kind, { hasValues })).toBe(stored);
});

describe('a file of values', () => {
  it('has the digest of its compact JSON', () => {
    const { sha256 } = describeLocalValues(fileOf('{ "a":\n1 }'), 'templates');
    expect(sha256).toBe(sha256Of('{"a":1}'));
    expect(digestValues('{ "a": 1 }')).toBe(sha256);
    expect(formatLocalValues({ ...fileOf('{"a":1}'), sha256 })).toContain('\n');
    expect(setOf(fileOf('{}'))).toBe('long');
    expect(pathInOwner(fileOf('{}'))).toBe('values/long.json');
    expect(pathInOwner({ path: 'partials/a.html' })).toBe('partials/a.html');
  });

  it.each([
    ['{', 'invoice/values/long.json', 'templates/invoice/values/long.json'],
    ['[]', 'invoice/values/long.json', 'templates/invoice/values/long.json does not contain a JSON object'],
    ['{}', 'invoice/values/a b\u0007.json', 'cannot be the name of values on a service'],
  ])('%j in %j is refused', (text, path, message) => {
    expect(() => describeLocalValues(fileOf(text, path), 'templates')).toThrow(
      expect.objectContaining({ code: 'input_invalid', message: expect.stringContaining(message) }),
    );
  });

  it('of a service has a path in its folder', () => {
    const sets = { long: 'L', short: 'S' };
    const files = describeRemoteValues('id', 'invoice', { sets, schema: null });
    expect(files).toEqual([
      { path: 'invoice/values/long.json', kind: 'values', owner: 'invoice', sha256: 'L', template: 'id' },
      { path: 'invoice/values/short.json', kind: 'values', owner: 'invoice', sha256: 'S', template: 'id' },
    ]);
    expect(describeRemoteValues('id', 'invoice', { sets: {}, schema: 'X' })).toEqual([
      { path: 'invoice/values.schema.json', kind: 'schema', owner: 'invoice', sha256: 'X', template: 'id' },
    ]);
  });

  it('of a service is read once for its template', async () => {
    let calls = 0;
    const getValueSets = async () => {
      calls += 1;
      return { sets: { long: { a: 1 } }, schema: null };
    };
    const read = openValueReader({ client: { getValueSets } } as unknown as RemoteTemplates);
    const file = {
      path: 'invoice/values/long.json',
      kind: 'values',
      owner: 'invoice',
      sha256: '',
      template: 'id',
    } as const;
    expect(JSON.parse(await read(file))).toEqual({ a: 1 });
    await expect(read({ ...file, path: 'invoice/values/gone.json' })).rejects.toMatchObject({
      code: 'template_changed',
    });
    await expect(read({ ...file, kind: 'schema' })).rejects.toMatchObject({ code: 'template_changed' });
    expect(calls).toBe(1);
    expect(valuesOf({ ...file, kind: 'schema' }, { sets: {}, schema: { b: 2 } })).toEqual({ b: 2 });
  });
});
