import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '../../../../src/web/dashboard/template-editor/draft.ts';
import { openPage } from '../../page-here.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/files/download.ts');
/** What was handed to the browser, and what happened to its address. */
let saved: { name: string; blob: Blob; events: string[] }[];

beforeEach(async () => {
  page = openPage();
  saved = [];
  let blob: Blob | undefined;
  const createElement = (tag: string) => {
    const link = {
      href: '',
      download: '',
      click: () => void saved.push({ name: link.download, blob: blob as Blob, events: [tag, link.href] }),
    };
    return link;
  };
  Object.assign(document, { createElement });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob;
    return 'blob:1';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void saved[0]?.events.push(`end of ${address}`));
  module = await import('../../../../src/web/dashboard/template-editor/files/download.ts');
});

afterEach(() => {
  vi.restoreAllMocks();
  page.close();
});

/** Answers the questions in the order in which they are asked. */
function answer(slug: string, kind: string): void {
  page.answer(200, { data: { slug, kind } });
  page.answer(200, { data: [{ revision: 1 }] });
  page.answer(200, { data: { partials: {}, assets: [] } });
  page.answer(200, { data: [] });
  page.answer(200, { data: [], page: { next: null } });
  page.answer(200, { data: { sets: {}, schema: null } });
}
const draftOf = (name: string) =>
  ({
    id: 't1',
    name: { value: name },
    content: { value: '<p>' },
    context: { value: '{}' },
    saved: { value: undefined },
  }) as unknown as Draft;

describe('a download', () => {
  it('is a file with its name, whose address is given up', () => {
    const blob = new Blob(['a']);
    module.saveBlob(blob, 'a.txt');
    expect(saved).toEqual([{ name: 'a.txt', blob, events: ['a', 'blob:1', 'end of blob:1'] }]);
  });

  it.each([
    ['template', 'Große Rechnung (2)', 'große-rechnung-2.zip', 'große-rechnung-2/content.html'],
    ['template', ' ?! ', 'template.zip', 'template/content.html'],
    ['partial', 'Head', 'head.zip', 'partials/head.html'],
  ])('of a %s with the name "%s" is the archive %s with %s', async (kind, name, archive, path) => {
    answer('partials/head', kind);
    await module.downloadFolder(draftOf(name));
    const files = unzipSync(new Uint8Array((await saved[0]?.blob.arrayBuffer()) as ArrayBuffer));
    expect([saved[0]?.name, saved.length]).toEqual([archive, 1]);
    expect(new TextDecoder().decode(files[path])).toBe('<p>');
    expect('.platen.json' in files).toBe(true);
    expect(`${archive.slice(0, -4)}/template.json` in files).toBe(kind === 'template');
  });
});
