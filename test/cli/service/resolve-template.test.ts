import { expect, it } from 'vitest';
import { requireFreeSlug } from '../../../src/cli/service/resolve-template.ts';

type Client = Parameters<typeof requireFreeSlug>[0];
const { signal } = new AbortController();
const check = (lookUpTemplate: () => Promise<{ id: string }>) =>
  requireFreeSlug({ lookUpTemplate } as unknown as Client, 'invoice', 'own', signal);
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

it.each<[string, () => Promise<{ id: string }>]>([
  ['no template has', failing('template_not_found')],
  ['the template itself has', async () => ({ id: 'own' })],
])('a slug that %s is free', async (_what, lookUp) => {
  await expect(check(lookUp)).resolves.toBeUndefined();
});

it('a slug that another template has is not', async () => {
  await expect(check(async () => ({ id: 'other' }))).rejects.toMatchObject({
    code: 'slug_taken',
    message: 'the slug "invoice" is that of another template',
  });
});

it('a failure to look is passed on', async () => {
  await expect(check(failing('unauthorized'))).rejects.toMatchObject({ code: 'unauthorized' });
});
