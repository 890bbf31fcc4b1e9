import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exists, findSpelling, spellPattern } from '../../../src/cli/files/find-spelling.ts';
import { makeFolder } from '../commands/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

describe('a path', () => {
  it.each([
    [composed, decomposed],
    [decomposed, composed],
    [`${composed}/${composed}.html`, `${decomposed}/${decomposed}.html`],
  ])('is found as the disk spells it: %j', async (asked, stored) => {
    mkdirSync(join(folder, stored, '..'), { recursive: true });
    writeFileSync(join(folder, stored), '');
    expect(await findSpelling(join(folder, asked))).toBe(join(folder, stored));
  });

  it('that exists is left as it is', async () => {
    writeFileSync(join(folder, composed), '');
    writeFileSync(join(folder, decomposed), '');
    for (const name of [composed, decomposed]) expect(await findSpelling(join(folder, name))).toBe(join(folder, name));
  });

  it.each(['cafe', composed, `${composed}/a`, `gone/${composed}`])('that does not exist is left: %j', async (name) => {
    writeFileSync(join(folder, 'Cafe'), '');
    expect(await findSpelling(join(folder, name))).toBe(join(folder, name));
  });

  it('exists if it is a link that leads nowhere', async () => {
    symlinkSync('nowhere', join(folder, 'link'));
    expect([await exists(join(folder, 'link')), await exists(join(folder, 'nowhere'))]).toEqual([true, false]);
  });
});

it.each([
  ['a*', ['a*']],
  [`${composed}*`, [`${composed}*`, `${decomposed}*`]],
  [`${decomposed}*`, [`${decomposed}*`, `${composed}*`]],
])('the pattern %j has spellings', (pattern, spellings) => {
  expect(spellPattern(pattern)).toEqual(spellings);
});
