import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findProgram } from '../../helpers/bundled-program.ts';

const machines = [
  { LANG: 'C.UTF-8', TZ: 'UTC' },
  { LANG: 'de_DE.UTF-8', TZ: 'Europe/Berlin' },
  { LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', LANGUAGE: 'ja', TZ: 'Asia/Tokyo' },
  { TZ: 'America/St_Johns', LANG: 'ar_EG' },
];
const shown = `<!doctype html><title>x</title><p>直 骨 次 <q>quoted</q> <input type=date value=2024-12-31> <input type=number value=1.5>
  <input type=time value=23:30> <select><option>a</select> <input type=file> <details><summary>x</summary></details>
  <script>document.write(new Date(1e12), new Date(1e12).toLocaleString(), (1234.5).toLocaleString(),
  new Intl.NumberFormat(navigator.language,{style:"currency",currency:"EUR"}).format(1234.5),["ö","z","a"].sort(new Intl.Collator().compare))</script>`;

/** The hash of the PDF that its own process makes, on a machine of this environment, for this user or ours. */
async function digestOn(machine: NodeJS.ProcessEnv, fonts: string, user: { uid?: number; gid?: number } = {}) {
  const { LANG: _, LC_ALL: __, LANGUAGE: ___, TZ: ____, ...env } = process.env;
  const child = spawn(process.execPath, [findProgram('digest-child')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...env, ...machine },
    ...user,
  });
  child.stdin.end(
    JSON.stringify({
      request: { parts: [{ html: shown }, { template: 'any' }], options: { fonts } },
      template: {
        name: 't',
        content: '{{ 1000000000 | date: "%c %Z" }} {{ 1000000000 | date_in }}',
        preview_context: {},
      },
    }),
  );
  return (await text(child.stdout)).trim();
}

test.for(['system', 'bundled'])(
  'machines of four languages and time zones make the same bytes with %s fonts',
  {
    timeout: 180_000,
  },
  async (fonts) => {
    const digests: string[] = [];
    for (const machine of machines) digests.push(await digestOn(machine, fonts));
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(digests).size).toBe(1);
  },
);

test.runIf(process.getuid?.() === 0)('root and a user make the same bytes', { timeout: 180_000 }, async () => {
  const user = { uid: 65_534, gid: 65_534 };
  const home = mkdtempSync(join(tmpdir(), 'platen-user-'));
  chownSync(home, user.uid, user.gid);
  try {
    const machine = { LANG: 'fr_FR.UTF-8', TZ: 'Pacific/Auckland', HOME: home };
    for (const fonts of ['system', 'bundled']) {
      const own = await digestOn({ LANG: 'C.UTF-8' }, fonts);
      expect(own).toMatch(/^[0-9a-f]{64}$/);
      expect(await digestOn(machine, fonts, user)).toBe(own);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
