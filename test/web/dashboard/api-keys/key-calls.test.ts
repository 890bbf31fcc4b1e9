import { expect, it } from 'vitest';
import { openPage } from '../../page-here.ts';

it('asks the service to delete a key', async () => {
  const page = openPage();
  const { retireKey } = await import('../../../../src/web/dashboard/api-keys/key-calls.ts');
  page.answer(200, {});
  expect(await retireKey('k1')).toBeUndefined();
  expect(page.requests).toMatchObject([{ method: 'DELETE', address: 'http://platen.example/proxy/api/v1/keys/k1' }]);
  page.close();
});
