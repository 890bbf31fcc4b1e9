import { expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { readPublicUrl, requireEmail } from '../../../src/cli/service/local-accounts.ts';

/** The URL for settings, and the warnings. */
async function read(set: Record<string, unknown>) {
  const warnings: string[] = [];
  const context = {
    settings: async () => ({ get: (name: string) => set[name] ?? null }),
    output: { warn: ({ code }: { code: string }) => warnings.push(code) },
  } as unknown as Context;
  return { url: await readPublicUrl(context), warnings };
}

it('the public URL is the one in the settings, without a warning', async () => {
  expect(await read({ public_url: 'https://pdf.example', host: '10.1.2.3', port: 0 })).toEqual({
    url: 'https://pdf.example',
    warnings: [],
  });
});

it.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ port: 9000 }, 'http://127.0.0.1:9000'],
  [{ host: '10.1.2.3' }, 'http://10.1.2.3:8080'],
  [{ host: '0.0.0.0' }, 'http://127.0.0.1:8080'],
  [{ host: '::' }, 'http://127.0.0.1:8080'],
  [{ host: 'fd00::1' }, 'http://[fd00::1]:8080'],
])('without one, the URL for %j is %s, with a warning', async (set, url) => {
  expect(await read(set)).toEqual({ url, warnings: ['public_url_unset'] });
});

it('it is unknown if the service takes a free port', async () => {
  await expect(read({ port: 0 })).rejects.toMatchObject({
    code: 'usage',
    message: 'the URL of the service is unknown',
  });
});

it('an email address has one at sign', () => {
  expect(requireEmail('ada@example.com')).toBe('ada@example.com');
  for (const word of ['ada', 'ada@', '@example.com', 'a@b@example.com', 'ada @example.com'])
    expect(() => requireEmail(word)).toThrow(`${JSON.stringify(word)} is not an email address`);
});
