import { expect, it } from 'vitest';
import { openPage } from '../../page-here.ts';

it('asks the service to delete a template', async () => {
  const page = openPage();
  const { deleteTemplate } = await import('../../../../src/web/dashboard/templates/template-calls.ts');
  page.answer(200, {});
  expect(await deleteTemplate('t1')).toBeUndefined();
  expect(page.requests).toMatchObject([
    { method: 'DELETE', address: 'http://platen.example/proxy/api/v1/templates/t1' },
  ]);
  page.close();
});
