import { describe, expect, it } from 'vitest';
import type { OutputStream } from '../../../src/cli/output/io.ts';
import { chooseSymbols, wantsColour } from '../../../src/cli/output/terminal-signs.ts';

describe('signs', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, 'ok'],
    ['linux', { LANG: 'de_DE.UTF-8' }, '✓'],
    ['linux', { LANG: 'de_DE.utf8', TERM: 'linux' }, 'ok'],
    ['linux', { LC_CTYPE: 'C.UTF-8', LANG: 'C' }, '✓'],
    ['linux', { LC_CTYPE: 'C', LANG: 'C.UTF-8' }, 'ok'],
    ['linux', { LC_ALL: 'C', LC_CTYPE: 'C.UTF-8', LANG: 'C.UTF-8' }, 'ok'],
    ['linux', { LC_ALL: 'C.UTF-8', LC_CTYPE: 'C' }, '✓'],
    ['darwin', { LANG: 'C' }, '✓'],
    ['darwin', { TERM: 'linux' }, 'ok'],
    ['win32', { LANG: 'C.UTF-8' }, 'ok'],
    ['win32', { WT_SESSION: '1' }, '✓'],
    ['win32', { TERM_PROGRAM: 'vscode' }, '✓'],
  ])('on %s with %j: %s', (platform, env, ok) => {
    const rest = ok === 'ok' ? { warn: '!!', fail: 'xx', full: '#', empty: '-' } : {};
    expect(chooseSymbols({ env, platform })).toMatchObject({ ok, ...rest });
  });
});

describe('colour', () => {
  it.each<[boolean, Record<string, string>, boolean | undefined, boolean]>([
    [true, {}, undefined, true],
    [false, {}, undefined, false],
    [true, { TERM: 'dumb' }, undefined, false],
    [true, { TERM: 'xterm' }, undefined, true],
    [true, {}, false, false],
    [false, { NO_COLOR: '1' }, true, true],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, undefined, false],
    [true, { NO_COLOR: '' }, undefined, true],
    [false, { FORCE_COLOR: '' }, undefined, true],
    [false, { FORCE_COLOR: '3' }, undefined, true],
    [true, { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, undefined, false],
    [true, { FORCE_COLOR: 'false' }, undefined, false],
    [false, { CLICOLOR_FORCE: '1' }, undefined, true],
    [false, { CLICOLOR_FORCE: '0' }, undefined, false],
    [false, { CLICOLOR_FORCE: '' }, undefined, false],
  ])('at a terminal (%s) with %j and the flag %s: %s', (isTTY, env, flag, isWanted) => {
    expect(wantsColour({ isTTY } as OutputStream, env, flag)).toBe(isWanted);
  });
});
