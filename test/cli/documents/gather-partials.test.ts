import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatherPartials } from '../../../src/cli/documents/gather-partials.ts';
import type { LocalTemplates } from '../../../src/cli/service/render-template.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'platen-partials-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Finds `{% render "name" %}`, one in a line; a name without quotes is computed. */
const templates = {
  findPartials: async ({ content }: { content: string }) =>
    content.split('\n').flatMap((text, index) => {
      const [, quoted, name = ''] = /\{% render ("?)([^" ]+)"? %\}/.exec(text) ?? [];
      return name === '' ? [] : [{ tag: 'render', name: quoted ? name : null, line: index + 1, column: 1 }];
    }),
} as unknown as LocalTemplates;

const render = (...names: string[]) => names.map((name) => `{% render "${name}" %}`).join('\n');
function write(path: string, content: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), content);
}
/** The names of the partials of a template in `invoice`, and the files that they are read from. */
async function gather(content: string, folder: string | undefined = join(cwd, 'invoice')) {
  const text = { file: 'invoice/content.html', content, folder };
  const found = await gatherPartials(text, { templates, cwd, root: cwd }, AbortSignal.timeout(20_000));
  return Object.fromEntries([...found].map(([name, { file }]) => [name, file]));
}
/** Partials `name1` to `nameN`, each of which includes the next. */
function writeChain(name: string, count: number, last = ''): void {
  for (let at = 1; at <= count; at += 1)
    write(`partials/${name}${at}.html`, at < count ? render(`partials/${name}${at + 1}`) : last);
}

describe('the partials of a template', () => {
  it('are read from its folder, else from the folder around it, with those that they include', async () => {
    write('invoice/partials/header.html', render('partials/logo'));
    write('partials/header.html', 'not this');
    write('partials/logo.html', '');
    write('layouts/page.liquid', '');
    expect(await gather(render('partials/header', 'layouts/page.liquid', 'partials/logo'))).toEqual({
      'partials/header': 'invoice/partials/header.html',
      'partials/logo': 'partials/logo.html',
      'layouts/page.liquid': 'layouts/page.liquid',
    });
  });

  it('are not looked for if a text has no folder', async () => {
    expect(
      await gatherPartials(
        { file: '-', content: render('partials/a'), folder: undefined },
        { templates, cwd },
        AbortSignal.timeout(20_000),
      ),
    ).toEqual(new Map());
  });

  it.each([
    ['{% render name %}', 'the name of a partial must be in quotes'],
    [render('header'), '"header" is not the name of a partial'],
    [render('partials'), '"partials" is not the name of a partial'],
    [render('partials/../a'), '"partials/../a" is not the name of a partial'],
    [render('partials/.a'), '"partials/.a" is not the name of a partial'],
    [render('other/a'), '"other/a" is not the name of a partial'],
    [render('partials/haeder'), 'did you mean "partials/header"?'],
    [render('partials/other'), 'there is no file invoice/partials/other.html or partials/other.html'],
  ])('are not those of %s', async (content, problem) => {
    write('partials/header.html', '');
    await expect(gather(`\n${content}`)).rejects.toMatchObject({
      code: 'template_error',
      message: expect.stringContaining(problem),
      line: 2,
      column: 1,
    });
  });

  it('must not include each other in a circle', async () => {
    write('partials/a.html', render('partials/b'));
    write('partials/b.html', render('partials/a'));
    await expect(gather(render('partials/a'))).rejects.toThrow(
      'partials/b.html:1:1: partials/a includes partials/b includes partials/a: partials must not include each other',
    );
  });

  it('are nested twenty levels deep at most', async () => {
    writeChain('deep', 20);
    expect(Object.keys(await gather(render('partials/deep1')))).toHaveLength(20);
    writeChain('deep', 21);
    await expect(gather(render('partials/deep1'))).rejects.toThrow('partials are nested more than 20 levels deep');
  });

  it('are nested twenty levels deep at most below one that was read before', async () => {
    writeChain('low', 10);
    writeChain('high', 10, render('partials/low1'));
    expect(Object.keys(await gather(render('partials/low1', 'partials/high1')))).toHaveLength(20);
    writeChain('high', 11, render('partials/low1'));
    await expect(gather(render('partials/low1', 'partials/high1'))).rejects.toThrow('nested more than 20 levels deep');
  });

  it('are files within the folders, and not larger than a template', async () => {
    write('outside.html', '');
    write('shop/invoice/partials/other.html', '');
    symlinkSync(join(cwd, 'outside.html'), join(cwd, 'shop/invoice/partials/link.html'));
    symlinkSync('loop.html', join(cwd, 'shop/invoice/partials/loop.html'));
    mkdirSync(join(cwd, 'shop/invoice/partials/folder.html'));
    const folder = join(cwd, 'shop/invoice');
    await expect(gather(render('partials/link'), folder)).rejects.toThrow(
      'shop/invoice/partials/link.html is a link that leaves shop',
    );
    await expect(gather(render('partials/loop'), folder)).rejects.toThrow('is a link that leads back to itself');
    await expect(gather(render('partials/folder'), folder)).rejects.toThrow(
      'shop/invoice/partials/folder.html is a folder',
    );
  });
});
