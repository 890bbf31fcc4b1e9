import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildZip } from '../../../src/web/dashboard/template-editor/files/build-folder.ts';

it('packs files that another program unpacks as they were', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-zip-'));
  const files = [
    { name: 'rechnung-größe/template.json', content: '{\n  "name": "Größe"\n}\n' },
    { name: 'rechnung-größe/content.html', content: '<p>Grüße 😀'.repeat(1000) },
    { name: 'rechnung-größe/empty', content: '' },
    { name: 'assets/logo.png', content: Uint8Array.of(0x89, 0x50, 0, 0xff) },
  ];
  writeFileSync(join(folder, 'x.zip'), Buffer.from(await buildZip(files).arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', 'x.zip', '.'], { cwd: folder });
  for (const { name, content } of files)
    expect(readFileSync(join(folder, name))).toEqual(Buffer.from(content as string));
  rmSync(folder, { recursive: true });
});
