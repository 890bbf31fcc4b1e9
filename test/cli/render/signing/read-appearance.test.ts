import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readAppearance } from '../../../../src/cli/render/signing/read-appearance.ts';
import type { SignFlags } from '../../../../src/cli/render/signing/sign-flags.ts';
import { makeFolder } from '../../commands/run-command.ts';

let cwd: string;
beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'look.html'), '<b>Ada</b>');
});

const read = (flags: SignFlags) => {
  const edges = { cwd, platform: 'linux', stdin: undefined, renderTemplate: async () => '' };
  const all = { signAppearance: 'look.html', ...flags };
  return readAppearance(all, { io: { cwd }, edges, warn: () => {} } as unknown as Parameters<typeof readAppearance>[1]);
};
const usual = { html: '<b>Ada</b>', pages: 'last', position: 'bottom-right', signature_field: 'Signature' };

describe('what a signature looks like', () => {
  it('may be nothing', async () => {
    expect(await readAppearance({ signPage: 'x' }, {} as never)).toBeUndefined();
  });

  it.each<[SignFlags, object]>([
    [{}, {}],
    [{ signPage: 'first' }, { pages: 'first' }],
    [{ signPage: '1' }, { pages: '1' }],
    [{ signPage: '999999' }, { pages: '999999' }],
    [{ signField: 'Here' }, { signature_field: 'Here' }],
    [{ signPosition: 'top-left' }, { position: 'top-left' }],
    [
      { signPosition: '20mm, 240mm,60mm ,25mm' },
      { position: { x: '20mm', y: '240mm', width: '60mm', height: '25mm' } },
    ],
  ])('is said by flags: %j', async (flags, fields) => {
    expect(await read(flags)).toEqual({ ...usual, ...fields });
  });

  it.each<[SignFlags, string]>([
    [{ signPage: '0' }, '--sign-page 0 is not the number of a page, first or last'],
    [{ signPage: '1000000' }, '--sign-page 1000000 is not the number of a page, first or last'],
    [{ signPage: 'the last' }, '--sign-page the last is not the number of a page, first or last'],
    [{ signField: 'a.b' }, '--sign-field a.b has a dot, which separates names of fields'],
    [{ signPosition: 'here' }, '--sign-position here is not a place on a page'],
    [{ signPosition: '1mm,2mm,3mm' }, '--sign-position 1mm,2mm,3mm is not a place on a page'],
    [{ signPosition: '1mm,2mm,3mm,4mm,5mm' }, '--sign-position 1mm,2mm,3mm,4mm,5mm is not a place on a page'],
    [{ signPosition: '1mm,2mm,3mm,4' }, '--sign-position 1mm,2mm,3mm,4 is not a place on a page'],
  ])('is refused: %j', async (flags, message) => {
    await expect(read(flags)).rejects.toMatchObject({ code: 'usage', message });
  });
});
