import { expect, it } from 'vitest';
import type { OutputStream } from '../../../src/cli/output/io.ts';
import { wantsColour } from '../../../src/cli/output/terminal-signs.ts';

const [terminal, pipe] = [{ isTTY: true }, { isTTY: false }] as OutputStream[] as [OutputStream, OutputStream];

it.each<[string, boolean, OutputStream, Record<string, string>, boolean | undefined]>([
  ['in a terminal', true, terminal, {}, undefined],
  ['with an empty NO_COLOR', true, terminal, { NO_COLOR: '' }, undefined],
  ['with NO_COLOR, whatever it is', false, terminal, { NO_COLOR: '0' }, undefined],
  ['with NO_COLOR beside FORCE_COLOR', false, terminal, { NO_COLOR: '1', FORCE_COLOR: '3' }, undefined],
  ['with --no-color beside FORCE_COLOR', false, terminal, { FORCE_COLOR: '1' }, false],
  ['in a dumb terminal', false, terminal, { TERM: 'dumb' }, undefined],
  ['in a pipe', false, pipe, {}, undefined],
  ['in a pipe with FORCE_COLOR', true, pipe, { FORCE_COLOR: '1' }, undefined],
  ['in a terminal with FORCE_COLOR=0', false, terminal, { FORCE_COLOR: '0' }, undefined],
  ['in a pipe with CLICOLOR_FORCE', true, pipe, { CLICOLOR_FORCE: '1' }, undefined],
  ['in a pipe with CLICOLOR_FORCE=0', false, pipe, { CLICOLOR_FORCE: '0' }, undefined],
  ['in a pipe with --color beside NO_COLOR', true, pipe, { NO_COLOR: '1' }, true],
])('%s there is colour: %s', (_, coloured, stream, env, flag) => {
  expect(wantsColour(stream, env, flag)).toBe(coloured);
});
