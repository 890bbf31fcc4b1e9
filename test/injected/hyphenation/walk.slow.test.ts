import { describe, expect, test } from 'vitest';
import type { HyphenPatterns } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** Breaks after each `a`. */
const patterns: HyphenPatterns = { language: 'xx', patterns: 'a1b', exceptions: '', left: 1, right: 1 };

/** The text of a document with its hyphens. */
async function hyphenate(body: string, css = '') {
  const page = await open(`<!doctype html><style>body { hyphens: auto } ${css}</style><body lang=xx>${body}`);
  const done = await page.call('setHyphens', { xx: patterns });
  const text = String(await page.read('document.body.textContent')).replaceAll('\u00ad', '-');
  return { page, text, done };
}

describe('words are broken', () => {
  test.each([
    ['in a text', 'xxabxx yyabyy', 'xxa-bxx yya-byy'],
    ['across elements of a line', 'xx<b>ab</b>xx', 'xxa-bxx'],
    ['across an element that has no box', 'xx<span style="display: contents">ab</span>xx', 'xxa-bxx'],
    ['on both sides of a block', 'xxabx<p>xxabx</p>xxabx', 'xxa-bxxxa-bxxxa-bx'],
    ['after a break of a line', 'xxabxx<br>xxabxx', 'xxa-bxxxxa-bxx'],
    ['in a list', '<ul><li>xxabxx<li>xxabxx</ul>', 'xxa-bxxxxa-bxx'],
    ['before a note', 'xxabxx<sup>xxabxx</sup>', 'xxa-bxxxxa-bxx'],
    ['in quotes', '\u2019xxabxx\u2019', '\u2019xxa-bxx\u2019'],
  ])('%s', async (_what, html, text) => {
    expect((await hyphenate(html)).text).toBe(text);
  });

  test.each([
    ['across blocks', 'xxa<p>bxx</p>'],
    ['across a break of a line', 'xxa<br>bxx'],
    ['across a place to break', 'xxabxx<wbr>xxabxx'],
    ['across a raised text', 'xxa<sup>bxx</sup>'],
    ['in code', '<code>xxabxx</code>'],
    ['next to code', 'xxa<code>bx</code>'],
    ['in a field', '<textarea>xxabxx</textarea>'],
    ['in what is edited', '<p contenteditable>xxabxx</p>'],
    ['in a drawing', '<svg><text>xxabxx</text></svg>'],
    ['in what is not displayed', '<p style="display: none">xxabxx</p>'],
    ['in what is hidden', '<p style="content-visibility: hidden"><b>xxabxx</b></p>'],
    ['in lines that are not broken', '<p style="white-space: nowrap">xxabxx</p>'],
    ['without hyphens', '<p style="hyphens: manual">xxabxx</p>'],
    ['in another language', '<p lang=yy>xxabxx</p>'],
    ['of two languages', 'xxa<b lang=yy>bxx</b>'],
    ['with a digit', 'xxabxx1'],
    ['next to the number of a note', 'xab<i>1</i>'],
    ['in an address', 'xxabxx@xxabxx.xx'],
    ['in a path', 'xxabxx://xxabxx'],
    ['with a point inside', 'xxabxx.xxabxx'],
    ['of three letters', 'xab'],
    ['in a template', '<template>xxabxx</template>'],
    ['in a script', '<script type=x>xxabxx</script>'],
  ])('not %s', async (_what, html) => {
    const { text, done } = await hyphenate(html);
    expect(text).not.toContain('-');
    expect(done).toEqual({ isHyphenated: false, isAll: true });
  });

  test.each([
    ['auto', 'xxabxx', 'xxa-bxx'],
    ['8', 'xxabxx xxxabxxx', 'xxabxx xxxa-bxxx'],
    ['5 4', 'xxabxx xxxabxxx', 'xxabxx xxxa-bxxx'],
    ['5 2 4', 'xxabxx xxabxxx', 'xxabxx xxa-bxxx'],
  ])('if hyphenate-limit-chars is %s', async (value, html, text) => {
    expect((await hyphenate(html, `body { hyphenate-limit-chars: ${value} }`)).text).toBe(text);
  });

  test('in all documents and trees inside', async () => {
    const page = await open(
      `<!doctype html><body lang=xx style="hyphens: auto"><div id=host lang=xx><template shadowrootmode=open><p>xxabxx</p></template></div>`,
    );
    await page.call('setHyphens', { xx: patterns });
    expect(await page.read('host.shadowRoot.textContent')).toBe('xxa\u00adbxx');
  });
});

describe('languages of text that asks for hyphens', () => {
  const list = async (body: string) =>
    (
      await (await open(`<!doctype html><style>p { hyphens: auto }</style>${body}`)).call('findHyphenatedLanguages')
    ).map(({ language, element }) => `${language} ${element}`);

  test.each([
    ['<p lang=xx>letters', ['xx p']],
    ['<p lang=xx>text', []],
    ['<p lang=xx>12345', []],
    ['<p>letters', [' p']],
    ['<p lang=xx id=a>letters<p lang=xx id=b>letters', ['xx p#a']],
    ['<p lang=xx>x<b class=c>letters</b>', ['xx b.c']],
    ['<p lang=xx>letters<p lang=yy-ZZ>letters', ['xx p', 'yy-ZZ p']],
    ['<p lang=xx style="hyphens: none">letters', []],
  ])('%s: %j', async (body, found) => {
    expect(await list(body)).toEqual(found);
  });

  test('are 50 at most', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `<p lang=xx-${index + 100}>letters`).join('');
    expect(await list(many)).toHaveLength(50);
  });
});
