import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { queued } from '../../../helpers/background-server.ts';
import { type CommandSetting, makeFolder, runCommand } from '../../commands/run-command.ts';

let cwd: string;
beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'a.html'), '<p>a</p><img src="no.png">');
});

const submit = (words: readonly string[], setting: CommandSetting = {}) =>
  runCommand(['render', 'image', ...words, '--async'], { submitImages: async () => queued }, { cwd, ...setting });

describe('images that are left to a service', () => {
  it('are submitted with how they are drawn, and warn of files that are not there', async () => {
    const { error, stdout, stderr, calls } = await submit(['a.html', '--format', 'jpeg', '--dpi', '72', '--json']);
    if (error) throw error;
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[0]).toBe('submitImages');
    expect(JSON.stringify(calls)).toContain('"image":{"format":"jpeg","dpi":72}');
    expect(JSON.parse(stdout)).toMatchObject({ data: { id: queued.id } });
    expect(stderr + stdout).toContain('cannot find no.png');
  });

  it.each<[string[], CommandSetting, object]>([
    [[], {}, { code: 'usage' }],
    [['a.html', '-o', 'x.png'], {}, { code: 'usage', fix: expect.stringContaining("'page-{page}.png'") }],
    [
      ['a.html', '--format', 'jpeg', '-o', 'x.jpg'],
      {},
      { code: 'usage', fix: expect.stringContaining("'page-{page}.jpg'") },
    ],
    [['a.html'], { env: { PLATEN_BASE_URL: '' } }, { message: expect.stringContaining('--async') }],
  ])('are refused before anything is sent: %j %j', async (words, setting, error) => {
    expect(await submit(words, setting)).toMatchObject({ error, calls: [] });
  });
});
