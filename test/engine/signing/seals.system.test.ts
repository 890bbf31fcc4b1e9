import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSeals } from '../../../src/engine/signing/seals.ts';
import { makeSigningAuthority } from '../../helpers/signing-authority.ts';

const authority = makeSigningAuthority();
afterAll(() => authority.remove());
const secret = 'the password of ada';
const ada = authority.issue('ada');
const bob = authority.issue('bob');
const packed = authority.pack(ada, secret);
let count = 0;

/** A folder with files: the name, and what is copied or written. */
function fill(files: Record<string, { copy: string } | { text: string }>, mode = 0o600): string {
  count += 1;
  const folder = join(authority.folder, `seals${count}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, from] of Object.entries(files)) {
    const file = join(folder, name);
    if ('copy' in from) copyFileSync(from.copy, file);
    else writeFileSync(file, from.text);
    chmodSync(file, mode);
  }
  return folder;
}

describe('a folder of seals', () => {
  it('has a seal for each certificate, in PKCS#12 or PEM', async () => {
    const folder = fill({
      'invoices.p12': { copy: packed },
      'invoices.password': { text: `${secret}\n` },
      'hr.pem': { copy: bob.cert },
      'hr.key': { copy: bob.key },
      '..data': { text: 'of the system' },
    });
    const seals = await openSeals({ folder });
    expect(seals.names).toEqual(['hr', 'invoices']);
    expect((await seals.find('invoices'))?.certificate).not.toEqual((await seals.find('hr'))?.certificate);
    expect([await seals.find('other'), await seals.find('../hr'), await seals.find('constructor')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads a seal again whose files have changed, and keeps it if they cannot be used', async () => {
    const folder = fill({ 'hr.pem': { copy: bob.cert }, 'hr.key': { copy: bob.key } });
    const warnings: string[] = [];
    const seals = await openSeals({ folder }, (text, code) => warnings.push(`${code}: ${text}`));
    const first = (await seals.find('hr'))?.certificate;
    copyFileSync(ada.cert, join(folder, 'hr.pem'));
    expect((await seals.find('hr'))?.certificate).toEqual(first);
    expect(warnings).toEqual([expect.stringMatching(/^seal_kept: .*"hr" stays what it was: .*not that of the first/)]);
    copyFileSync(ada.key, join(folder, 'hr.key'));
    expect((await seals.find('hr'))?.certificate).not.toEqual(first);
    copyFileSync(bob.cert, join(folder, 'new.pem'));
    copyFileSync(bob.key, join(folder, 'new.key'));
    for (const file of ['new.pem', 'new.key']) chmodSync(join(folder, file), 0o600);
    expect((await seals.find('new'))?.certificate).toEqual(first);
  });

  it('may be linked as a secret of Kubernetes is', async () => {
    const folder = fill({});
    mkdirSync(join(folder, '..2026'), { mode: 0o700 });
    for (const [name, file] of [
      ['hr.pem', bob.cert],
      ['hr.key', bob.key],
    ] as const) {
      copyFileSync(file, join(folder, '..2026', name));
      chmodSync(join(folder, '..2026', name), 0o400);
      symlinkSync(join('..2026', name), join(folder, name));
    }
    expect((await openSeals({ folder })).names).toEqual(['hr']);
  });

  it.each<[string, () => string, RegExp]>([
    ['a folder that is missing', () => join(authority.folder, 'none'), /none cannot be read: ENOENT/],
    [
      'a folder that all may change',
      () => openToAll(fill({}), 0o777),
      /can be changed by every user, so seals could be/,
    ],
    [
      'a key that all may read',
      () => fill({ 'hr.pem': { copy: bob.cert }, 'hr.key': { copy: bob.key } }, 0o644),
      /hr\.key can be read by every user/,
    ],
    [
      'a wrong password',
      () => fill({ 'a.p12': { copy: packed }, 'a.password': { text: 'x' } }),
      /a\.p12 cannot sign: .*wrong/,
    ],
    ['a key without a certificate', () => fill({ 'hr.key': { copy: bob.key } }), /hr\.key has no certificate/],
    [
      'a certificate without a key',
      () => fill({ 'hr.pem': { copy: bob.cert } }),
      /hr\.pem cannot sign: .*no private key/,
    ],
    ['another file', () => fill({ 'readme.txt': { text: 'a' } }), /readme\.txt is no file of a seal/],
    ['a name with capitals', () => fill({ 'HR.pem': { copy: bob.cert } }), /HR\.pem is no file of a seal/],
    [
      'two certificates of a name',
      () => fill({ 'a.p12': { copy: packed }, 'a.pem': { copy: bob.cert } }),
      /a\.pem is a second certificate of the seal "a"/,
    ],
  ])('is refused with %s, by name and without a secret', async (_, make, message) => {
    const error = await openSeals({ folder: make() }).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'config_invalid', message: expect.stringMatching(message) });
    expect(String(error)).not.toContain(secret);
  });
});

function openToAll(path: string, mode: number): string {
  chmodSync(path, mode);
  return path;
}
