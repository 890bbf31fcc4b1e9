import { describe, expect, it } from 'vitest';
import type { Io } from '../../../src/cli/output/io.ts';
import { hasScreen, viewerOf } from '../../../src/cli/output/open-viewer.ts';

describe('a screen', () => {
  it.each<[boolean, NodeJS.Platform, boolean | undefined, Record<string, string>]>([
    [true, 'linux', true, { DISPLAY: ':0' }],
    [true, 'linux', true, { WAYLAND_DISPLAY: 'wayland-0' }],
    [true, 'linux', true, { WSL_DISTRO_NAME: 'Debian' }],
    [true, 'linux', true, { BROWSER: 'firefox' }],
    [false, 'linux', true, {}],
    [false, 'linux', true, { DISPLAY: '' }],
    [false, 'linux', false, { DISPLAY: ':0' }],
    [false, 'linux', undefined, { DISPLAY: ':0' }],
    [false, 'linux', true, { DISPLAY: ':0', CI: 'true' }],
    [false, 'linux', true, { DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' }],
    [true, 'darwin', true, {}],
    [true, 'win32', true, {}],
    [false, 'darwin', true, { CI: 'true' }],
    [false, 'win32', true, { SSH_CONNECTION: '1 2 3 4' }],
    [false, 'win32', false, {}],
  ])('is there: %s, on %s, at a terminal: %s, with %j', (expected, platform, isTTY, env) => {
    expect(hasScreen({ platform, env, stderr: { isTTY } } as Io)).toBe(expected);
  });
});

it.each<[NodeJS.Platform, string]>([
  ['darwin', 'open'],
  ['win32', 'explorer'],
  ['linux', 'xdg-open'],
  ['freebsd', 'xdg-open'],
])('the viewer of %s is %s', (platform, program) => {
  expect(viewerOf(platform)).toBe(program);
});
