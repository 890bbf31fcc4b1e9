import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildZip } from '../../../src/web/dashboard/template-editor/zip.ts';

it('packs texts that another program unpacks as they were', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-zip-'));
  const files = [
    { name: 'rechnung-größe/template.json', text: '{\n  "name": "Größe"\n}\n' },
    { name: 'rechnung-größe/content.html', text: '<p>Grüße 😀'.repeat(1000) },
    { name: 'rechnung-größe/empty', text: '' },
  ];
  writeFileSync(join(folder, 'x.zip'), Buffer.from(await buildZip(files).arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', 'x.zip', '.'], { cwd: folder });
  for (const { name, text } of files) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  rmSync(folder, { recursive: true });
});
