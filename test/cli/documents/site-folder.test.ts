import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../helpers/run-cli.ts';

const home = makeHome();
afterAll(() => home.remove());

function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(home.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

async function dryRun(...words: string[]) {
  const { stdout, stderr, code } = await runCli(['render', 'pdf', ...words, '--dry-run'], {
    cwd: home.folder,
    env: home.env,
  });
  return { parts: code === 0 ? JSON.parse(stdout).body.parts : undefined, stderr, code };
}

describe('a folder as a source', () => {
  it('is its index with all files that a page can use', async () => {
    write({
      'dist/index.html': '<script type=module src="/app.js"></script>',
      'dist/app.js': 'import("./chunk.js")',
      'dist/chunk.js': '',
      'dist/data/a.json': '{}',
      'dist/about/index.html': '<img src=nowhere.png>',
      'dist/.env': 'x',
      'dist/node_modules/x/x.js': '',
      'dist/notes.docx': '',
    });
    const { parts, stderr } = await dryRun('dist/');
    expect(stderr).toBe('');
    expect(parts.html).toContain('app.js');
    expect(Object.keys(parts.assets).sort()).toEqual(['app.js', 'chunk.js', 'data/a.json']);
  });

  it('without an index is an error that says what to do', async () => {
    write({ 'empty/a.html': '' });
    const { code, stderr } = await dryRun('empty');
    expect([code, stderr]).toEqual([2, expect.stringContaining('empty is a folder without index.html')]);
  });
});

describe('--root', () => {
  it('brings the files that scripts of a page may load', async () => {
    const { parts } = await dryRun('dist/index.html', '--root', 'dist');
    expect(Object.keys(parts.assets)).toContain('chunk.js');
    write({ 'dist/still.html': '<p>x' });
    expect((await dryRun('dist/still.html', '--root', 'dist')).parts.assets).toBeUndefined();
    expect(
      (await dryRun('dist/index.html', '--root', 'dist', '--assets', 'dist/data/*')).parts.assets,
    ).not.toHaveProperty('chunk.js');
  });
});

describe('an image as a source', () => {
  it('is a part with its bytes', async () => {
    write({ 'scan.JPG': 'bytes' });
    expect((await dryRun('scan.JPG')).parts).toEqual({ image: Buffer.from('bytes').toString('base64') });
  });
});
