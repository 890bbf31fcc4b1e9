import { expect, test } from 'vitest';
import { describeRedirect } from '../../../../src/engine/page/checks/describe-redirect.ts';

test.each([
  ['https://a.example/report', 'https://a.example/other'],
  ['http://a.example/report', 'https://a.example/report'],
  ['https://a.example/report', 'about:blank'],
  ['https://a.example/report', 'blob:https://b.example/1'],
])('%s that ends at %s is no warning', (asked, final) => {
  expect(describeRedirect(asked, final)).toEqual([]);
});

test.each([
  ['https://a.example/', 'https://www.a.example/', 'https://a.example/ redirects to https://www.a.example/'],
  ['https://a.example/', 'http://a.example/', 'https://a.example/ redirects to http://a.example/'],
  ['http://a.example/', 'https://b.example/', 'http://a.example/ redirects to https://b.example/'],
  ['http://a.example/', 'https://a.example:8443/', 'http://a.example/ redirects to https://a.example:8443/'],
  [
    'https://user:pass@a.example/x?key=secret#a',
    'https://sign-in.example/login?token=secret',
    'https://a.example/x redirects to https://sign-in.example/login',
  ],
])('%s that ends at %s is a warning without queries', (asked, final, detail) => {
  expect(describeRedirect(asked, final)).toEqual([{ code: 'page_redirected', detail }]);
});
