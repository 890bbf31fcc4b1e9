import { describe, expect, test } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { reportIgnored } from '../../../src/engine/render/ignored-options.ts';
import type { RenderedPart } from '../../../src/engine/render/render-part.ts';

/** The warnings of each part; `foreign` says which of them are PDFs. */
function report(request: object, parts: Partial<RenderedPart>[]): string[][] {
  const list = parts.map((part, index) => ({ index, options: {}, warnings: [] as { detail: string }[], ...part }));
  reportIgnored(request as RenderRequest, list as never);
  return list.map(({ warnings }) => warnings.map(({ detail }) => detail));
}

const pdf = { pdf: 'x' };
const html = { html: 'x' };
const noEffect = (names: string, why = 'it is a PDF') =>
  `${names} no effect: ${why}, and the pages of a PDF are not changed.`;

describe('the options of a PDF', () => {
  test.each<[object, string[]]>([
    [{ page_size: 'A5' }, ['/parts/options/page_size has']],
    [{ landscape: true, scale: 2 }, ['/parts/options/landscape, /parts/options/scale have']],
    [{ forms: true }, ['/parts/options/forms has']],
    [{ print_background: false }, ['/parts/options/print_background has']],
    [{ media: 'screen' }, ['/parts/options/media has']],
    [{ tagged: false }, ['/parts/options/tagged has']],
    [{ css: ['a'], wait_for: {} }, ['/parts/options/css, /parts/options/wait_for have']],
    [{ margin: '1in' }, ['/parts/options/margin has']],
    [{ landscape: false, scale: 1, forms: false, print_background: true, media: 'print', tagged: true }, []],
    [{ on_resource_error: 'fail' }, []],
  ])('%j are ignored, which is a warning if they ask for anything', (options, names) => {
    expect(report({ parts: { ...pdf, options } }, [{ foreign: true }])).toEqual([names.map((name) => noEffect(name))]);
  });

  test('have a place in the list of parts, and are those of PDFs alone', () => {
    const options = { landscape: true };
    const parts = [{ ...html, options }, { ...pdf, options }, 'https://a.example/', pdf];
    const list = [{ foreign: false }, { foreign: true }, { foreign: true }, { foreign: true }];
    expect(report({ parts }, list)).toEqual([[], [noEffect('/parts/1/options/landscape has')], [], []]);
  });

  test('include a margin that places a header', () => {
    const options = { margin: '1in', header: 'x' };
    expect(report({ parts: { ...pdf, options } }, [{ foreign: true, options }])).toEqual([[]]);
    expect(report({ parts: pdf, options }, [{ foreign: true, options }])).toEqual([[]]);
  });
});

describe('the options of a request', () => {
  const options = { landscape: true, margin: '1in' };
  const names = '/options/landscape, /options/margin have';

  test.each([
    ['is a PDF', [true], [[noEffect(names)]]],
    ['are PDFs', [true, true], [[noEffect(names, 'all parts are PDFs')], []]],
    ['are not all PDFs', [true, false], [[], []]],
  ])('are ignored if its parts: %s', (_, foreign, warnings) => {
    const parts = foreign.map((each) => (each ? pdf : html));
    expect(
      report(
        { parts, options },
        foreign.map((each) => ({ foreign: each })),
      ),
    ).toEqual(warnings);
  });

  test('are not ignored without parts', () => {
    expect(report({ parts: [], options }, [])).toEqual([]);
  });
});

describe('a theme', () => {
  const theme = { theme: 'report' };
  const why = 'has no effect: themes are for Markdown and for HTML without its own style sheets.';
  const themed = { foreign: false, isThemed: true };
  const plain = { foreign: false, isThemed: false };

  test.each<[string, object, Partial<RenderedPart>[], string[][]]>([
    ['of a part with a design', { parts: { ...html, options: theme } }, [plain], [[`/parts/options/theme ${why}`]]],
    [
      'of a part in a list',
      { parts: [html, { ...html, options: theme }] },
      [plain, plain],
      [[], [`/parts/1/options/theme ${why}`]],
    ],
    ['of the request', { parts: [html, html], options: theme }, [plain, plain], [[`/options/theme ${why}`], []]],
    [
      'of the request next to a PDF',
      { parts: [pdf, html], options: theme },
      [{ foreign: true }, plain],
      [[], [`/options/theme ${why}`]],
    ],
  ])('%s has no effect', (_, request, list, warnings) => {
    expect(report(request, list)).toEqual(warnings);
  });

  test.each<[string, object, Partial<RenderedPart>[]]>([
    ['of a part that has it', { parts: { ...html, options: theme } }, [themed]],
    ['that one part has', { parts: [html, html], options: theme }, [plain, themed]],
    [
      'of Markdown at an address',
      { parts: [html], options: theme },
      [{ ...plain, replaced: { options: {}, metadata: {} } }],
    ],
    ['of no part', { parts: [html, 'https://a.example/'] }, [plain, plain]],
  ])('%s is no warning', (_, request, list) => {
    expect(report(request, list).flat()).toEqual([]);
  });
});
