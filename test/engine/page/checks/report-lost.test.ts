import { expect, test } from 'vitest';
import { reportInnerLinks, reportLost } from '../../../../src/engine/page/checks/report-lost.ts';
import type { ResourceWatch } from '../../../../src/engine/page/load/watch-resources.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

const nothing = { unread: [], embedded: [], cut: [], films: [], withoutWebgl: [] };

/** What is reported of a page that loaded two images, of which `pictures` are shown. */
async function report(lost: object, { pictures = 1, embeds = false } = {}) {
  const done: string[] = [];
  const resources = {
    listImages: () => ['one', 'two'],
    stop: () => done.push('stopped'),
    reportUnread: (url: string) => done.push(`unread ${url}`),
    reportUnshown: (url: string, type: string) => done.push(`unshown ${url} ${type}`),
  };
  const page = {
    call: async (name: string, urls: string[]) => done.push(`${name} ${urls}`) && { ...nothing, ...lost },
  };
  const found = await reportLost(page as unknown as Page, resources as unknown as ResourceWatch, { pictures, embeds });
  return {
    done,
    details: found.warnings.map(({ code, detail }) => `${code}: ${detail}`),
    lacksWebgl: found.lacksWebgl,
  };
}

test('a page that shows all of its images and embeds nothing is not asked', async () => {
  expect(await report({}, { pictures: 2 })).toEqual({ done: [], details: [], lacksWebgl: false });
  expect((await report({}, { pictures: 2, embeds: true })).done).toEqual(['stopped', 'findLost one,two']);
  expect((await report({}, { pictures: 1 })).done).toEqual(['stopped', 'findLost one,two']);
});

test('what a page shows nothing of is reported', async () => {
  const cut = [{ name: 'iframe', shown: 10, all: 20, side: 'height' }];
  const lost = {
    unread: ['a'],
    embedded: [{ url: 'b', type: 'pdf' }],
    cut,
    films: ['video#c'],
    withoutWebgl: ['canvas'],
  };
  expect(await report(lost)).toEqual({
    done: ['stopped', 'findLost one,two', 'unread a', 'unshown b pdf'],
    details: [
      'content_cut: iframe shows 10 of 20 px of its height: paper does not scroll.',
      'media_unprinted: video#c has no poster, and prints as an empty box.',
      'media_unprinted: canvas asks for WebGL, which the browser does not have here, and prints as an empty box.',
    ],
    lacksWebgl: true,
  });
  expect((await report({ films: ['video'] })).lacksWebgl).toBe(false);
});

test('links to places in shadow trees are dropped', async () => {
  const call = async () => ({ ids: ['a'], excess: [{ of: 'innerLinks', limit: 20_000 }] });
  expect(await reportInnerLinks({ call } as unknown as Page)).toEqual([
    { code: 'link_dropped', detail: 'a link to #a was dropped: that place is in a shadow tree' },
    { code: 'link_dropped', detail: 'Only the first 20,000 links are compared with the places of shadow trees.' },
  ]);
});
