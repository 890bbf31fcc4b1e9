import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readProjectFile } from '../../../src/cli/settings/project-file.ts';
import { makeProject, type TemporaryProject } from './temporary-project.ts';

let project: TemporaryProject;
let marker: string;

beforeEach(() => {
  project = makeProject();
  marker = join(project.home, 'code-ran');
});

const trap = (ran = marker) =>
  `require('node:fs').writeFileSync(${JSON.stringify(ran)}, ''); module.exports = {platen: {}};`;
const moduleTrap = (ran: string) =>
  `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(ran)}, ''); export default {};`;

/** What a user does: stand in the folder and run a command there. */
async function readInside(cwd = project.root) {
  const before = process.cwd();
  process.chdir(cwd);
  onTestFinished(() => process.chdir(before));
  const found = await readProjectFile(cwd);
  expect(process.cwd()).toBe(cwd);
  return found;
}

describe('code in a hostile checkout', () => {
  it('does not run as .config/config.{js,cjs,mjs,ts}, although plain cosmiconfig runs it', async () => {
    const checkouts = Object.entries({ js: trap, cjs: trap, mjs: moduleTrap, ts: trap }).map(([end, setTrap]) => {
      const { root, home, write } = makeProject();
      const ran = join(home, 'code-ran');
      write(`.config/config.${end}`, setTrap(ran));
      write('.platenrc', 'retries: 1');
      return { end, root, ran };
    });
    const listRan = () => checkouts.filter(({ ran }) => existsSync(ran)).map(({ end }) => end);
    const plain = `(async () => {
      const { cosmiconfig } = require(${JSON.stringify(createRequire(import.meta.url).resolve('cosmiconfig'))});
      for (const root of ${JSON.stringify(checkouts.map(({ root }) => root))}) {
        process.chdir(root);
        try { await cosmiconfig('platen').search(); } catch {}
      }
    })()`;
    execFileSync(process.execPath, ['-e', plain], { stdio: 'pipe' });
    expect(listRan()).toEqual(['js', 'cjs', 'mjs', 'ts']);
    for (const { root, ran } of checkouts) {
      rmSync(ran);
      expect((await readInside(root)).file?.values.get('retries')?.value).toBe(1);
    }
    expect(listRan()).toEqual([]);
  });

  it('search places that .config/config.json or package.json add are not searched', async () => {
    const places = { searchPlaces: ['evil.cjs'] };
    project.write('evil.cjs', trap());
    project.write('.config/config.json', JSON.stringify({ cosmiconfig: places, platen: { retries: 9 } }));
    project.write('package.json', JSON.stringify({ name: 'x', cosmiconfig: places, platen: { retries: 1 } }));
    const { file } = await readInside();
    expect(file?.values.get('retries')?.value).toBe(1);
    expect(existsSync(marker)).toBe(false);
  });

  it('names that hold code are no project files', async () => {
    for (const end of ['js', 'cjs', 'ts']) {
      project.write(`.platenrc.${end}`, trap());
      project.write(`platen.config.${end}`, trap());
      project.write(`.config/platenrc.${end}`, trap());
    }
    expect(await readInside()).toEqual({ file: null, notes: [] });
    expect(existsSync(marker)).toBe(false);
  });

  const imports: [name: string, text: (target: string) => string][] = [
    ['.platenrc', (target) => `$import: ${target}\nretries: 1`],
    ['.platenrc.json', (target) => JSON.stringify({ $import: [target] })],
    ['platen.config.yaml', (target) => `$import: [${target}]`],
    ['package.json', (target) => JSON.stringify({ platen: { $import: target } })],
  ];
  for (const [name, text] of imports) {
    it(`$import in ${name} imports nothing and is refused by name`, async () => {
      for (const target of [project.write('evil.cjs', trap()), '/etc/passwd']) {
        project.write(name, text(target));
        await expect(readInside()).rejects.toMatchObject({
          code: 'config_invalid',
          message: expect.stringMatching(/:1: unknown setting "\$import"$/),
        });
      }
      expect(existsSync(marker)).toBe(false);
    });
  }

  it('$import beside "platen" in package.json imports nothing', async () => {
    const evil = project.write('evil.cjs', trap());
    project.write('package.json', JSON.stringify({ $import: evil, platen: { retries: 1 } }));
    expect((await readInside()).file?.values.get('retries')?.value).toBe(1);
    expect(existsSync(marker)).toBe(false);
  });

  it('tags that ask YAML for code are refused', async () => {
    project.write('.platenrc', 'timeout: !!js/function "function () {}"\n');
    await expect(readInside()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(':1:'),
    });
  });

  it('a bomb of aliases is refused without being expanded', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => `  - &a${level + 1} [*a${level}, *a${level}]`).join('\n');
    project.write('.platenrc', `allow:\n  - &a0 x\n${levels}\n`);
    await expect(readInside()).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('nesting that overflows a parser is an error, not a crash', async () => {
    project.write('.platenrc', '['.repeat(20_000));
    await expect(readInside()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('nested too deeply'),
    });
    project.write('.platenrc', `a: ${'{a: '.repeat(20_000)}`);
    await expect(readProjectFile(project.root)).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('names from the prototype are ordinary unknown names', async () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      project.write('.platenrc.json', `{"${name}": {"retries": 9}}`);
      await expect(readInside()).rejects.toMatchObject({
        message: expect.stringContaining(`unknown setting "${name}"`),
      });
    }
    expect(({} as { retries?: number }).retries).toBeUndefined();
  });

  it('a terminal escape in a name is not repeated in the error', async () => {
    project.write('.platenrc', '"\\e[2Jx": 1\n');
    await expect(readInside()).rejects.toMatchObject({ message: expect.not.stringContaining('\u001b') });
  });
});

describe('the search', () => {
  it('goes up to the root of the repository and not above it', async () => {
    const deep = join(project.root, 'a/b');
    mkdirSync(deep, { recursive: true });
    project.write('.platenrc', 'retries: 1');
    expect((await readProjectFile(deep)).file?.path).toBe(join(project.root, '.platenrc'));
    project.write('a/platen.config.yml', 'retries: 2');
    expect((await readProjectFile(deep)).file?.path).toBe(join(project.root, 'a/platen.config.yml'));

    const inner = join(project.root, 'inner/deep');
    mkdirSync(join(project.root, 'inner/.git'), { recursive: true });
    mkdirSync(inner);
    expect((await readProjectFile(inner)).file).toBeNull();
  });

  it('stays in the current folder outside of a repository', async () => {
    const folder = join(project.home, 'work');
    mkdirSync(folder);
    project.write('../home/.platenrc', 'retries: 1');
    expect((await readProjectFile(folder)).file).toBeNull();
    expect((await readProjectFile(project.home)).file?.values.get('retries')?.value).toBe(1);
  });

  it('refuses two project files in one folder', async () => {
    project.write('.platenrc', 'retries: 1');
    project.write('package.json', '{"platen": {"retries": 2}}');
    await expect(readInside()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(/\.platenrc and package\.json$/),
    });
  });

  it('leaves a package.json alone that is not ours, broken ones too', async () => {
    project.write('package.json', '{"name": "x",}');
    expect(await readInside()).toEqual({ file: null, notes: [] });
    project.write('package.json', '{"name": "platen",}');
    const { file, notes } = await readInside();
    expect(file).toBeNull();
    expect(notes.join()).toContain('not searched for settings');
    project.write('package.json', '{"name": "platen", "dependencies": {"platen": "1"}}');
    expect(await readInside()).toEqual({ file: null, notes: [] });
  });

  it('follows a link, and reports one that leads nowhere', async () => {
    symlinkSync(project.write('shared/settings', 'retries: 1'), join(project.root, '.platenrc'));
    expect((await readInside()).file?.values.get('retries')?.value).toBe(1);
    rmSync(join(project.root, '.platenrc'));
    symlinkSync('nowhere', join(project.root, '.platenrc'));
    await expect(readProjectFile(project.root)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
