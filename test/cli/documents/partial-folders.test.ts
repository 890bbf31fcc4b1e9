import { expect, it } from 'vitest';
import { findPartialFolders, listPartials, sharedFolders } from '../../../src/cli/documents/partial-folders.ts';
import { makeFolder } from './folder.ts';

it.each<[string, string | undefined, string[]]>([
  ['/mails/invoice', undefined, ['/mails/invoice', '/mails']],
  ['/mails/invoice', '/', ['/mails/invoice', '/mails']],
  ['/mails/invoice', '/mails', ['/mails/invoice', '/mails']],
  ['/mails/invoice', '/mails/invoice', ['/mails/invoice']],
  ['/mails/invoice', '/other', ['/mails/invoice']],
  ['/..mails/invoice', '/', ['/..mails/invoice', '/..mails']],
  ['/a/b/c', '/a/b/d/e', ['/a/b/c']],
  ['/', undefined, ['/']],
  ['/a', undefined, ['/a', '/']],
])('a template in %s below the root %s has its partials in %j', (folder, root, expected) => {
  expect(findPartialFolders(folder, root)).toEqual(expected);
});

it('partials are listed by their names, of those folders that are there', async () => {
  const one = await makeFolder({
    'partials/a.html': '',
    'partials/b.liquid': '',
    'layouts/c.html.html': '',
    'd.html': '',
  });
  const other = await makeFolder({ 'layouts/e.html': '' });
  expect((await listPartials([one, other])).sort()).toEqual([
    'layouts/c.html',
    'layouts/e',
    'partials/a',
    'partials/b.liquid',
  ]);
  expect(await listPartials([])).toEqual([]);
  expect(sharedFolders).toEqual(['partials', 'layouts', 'assets']);
});
