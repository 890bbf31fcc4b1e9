import { expect, it } from 'vitest';
import type { PlannedSource } from '../../../src/cli/documents/plan-source.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { refuseSourceTargets } from '../../../src/cli/render/refuse-source-targets.ts';

const file = (path: string) => ({ kind: 'file', file: path }) as PlannedSource;
const url = { kind: 'url', url: 'https://example.com/a.pdf' } as unknown as PlannedSource;

/** Refuses targets of a command in `/project`. */
const refuse = (targets: string[], sources: PlannedSource[], platform: NodeJS.Platform = 'linux') =>
  refuseSourceTargets(
    targets.map((path) => ({ target: path, path })),
    sources,
    { cwd: '/project', platform } as Io,
    'write elsewhere',
  );

it.each([
  ['by the same name', 'a.pdf', 'a.pdf'],
  ['by a name from the root', 'a.pdf', '/project/a.pdf'],
  ['by a way around', 'b/../a.pdf', './a.pdf'],
])('a target that is a source %s is refused', (_, target, source) => {
  expect(() => refuse(['other.pdf', target], [url, file(source)])).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `${target} is one of the sources`,
      why: 'its PDF would overwrite it',
      fix: 'write elsewhere',
    }),
  );
});

it('other targets are not', () => {
  expect(() => refuse(['b.pdf', 'a.pdf'], [file('c.pdf'), file('sub/a.pdf'), url])).not.toThrow();
  expect(() => refuse([], [file('a.pdf')])).not.toThrow();
});

it('a name in other letters is another file on Linux alone', () => {
  expect(() => refuse(['A.pdf'], [file('a.pdf')])).not.toThrow();
  expect(() => refuse(['A.pdf'], [file('a.pdf')], 'darwin')).toThrow('A.pdf is one of the sources');
});
