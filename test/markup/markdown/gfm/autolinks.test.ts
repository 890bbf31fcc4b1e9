import { describe, expect, it } from 'vitest';
import { convertMarkdown } from '../../../../src/markup/markdown/convert-markdown.ts';

const inline = (text: string) => /^<p>(.*)<\/p>\n$/s.exec(convertMarkdown(text))?.[1];
const link = (address: string, text = address) => `<a href="${address}">${text}</a>`;
const www = (text: string) => link(`http://${text}`, text);
const mail = (text: string) => link(`mailto:${text}`, text);

describe('addresses', () => {
  it.each([
    ['http://a.example', link('http://a.example')],
    ['HTTPS://a.example', link('HTTPS://a.example')],
    ['xhttp://a.example', 'xhttp://a.example'],
    ['1http://a.example', `1${link('http://a.example')}`],
    ['http:a.example', 'http:a.example'],
    ['http://-a.example', 'http://-a.example'],
    ['http://.a.example', 'http://.a.example'],
    ['http://a-b.example', link('http://a-b.example')],
    ['http://localhost:80/a?b#c', link('http://localhost:80/a?b#c')],
    ['http://a.example<b', `${link('http://a.example')}&lt;b`],
    ['http://a.example]b', link('http://a.example%5Db', 'http://a.example]b')],
    ['http://a.example](b', `${link('http://a.example')}](b`],
    [`http://${'a'.repeat(253)}`, link(`http://${'a'.repeat(253)}`)],
    ['http://a.b_c.example', 'http://a.b_c.example'],
    ['http://a_b.c.example', link('http://a_b.c.example')],
    ['www.a.example', www('www.a.example')],
    ['WWW.a.example', www('WWW.a.example')],
    ['xwww.a.example', 'xwww.a.example'],
    ['(www.a.example)', `(${www('www.a.example')})`],
    ['*www.a.example*', `<em>${www('www.a.example')}</em>`],
    ['-www.a.example', '-www.a.example'],
    ['a.www.b.example', 'a.www.b.example'],
    ['www.', 'www.'],
  ])('%s is %s', (text, html) => {
    expect(inline(text)).toBe(html);
    expect(inline(`x ${text}`)).toBe(`x ${html}`);
  });

  it.each(['.', ',', ':', ';', '!', '?', '"', "'", '*', '_', '~', ']', ').', '?!', '))'])(
    'end before %s at their end',
    (end) => {
      expect(inline(`http://a.example/b${end}`)?.startsWith(link('http://a.example/b'))).toBe(true);
    },
  );

  it.each([
    ['http://a.example/(b)', '(b)', ''],
    ['http://a.example/(b))', '(b)', ')'],
    ['http://a.example/((b)', '((b)', ''],
    ['http://a.example/b)c', 'b)c', ''],
    ['http://a.example/b)).', 'b', ')).'],
    ['http://a.example/b&copy;', 'b', '©'],
    ['http://a.example/b;', 'b', ';'],
    ['http://a.example/&#35;', '&amp;#35', ';'],
    ['http://a.example/-', '-', ''],
  ])('of %s keep %s and leave %j', (text, kept, left) => {
    expect(inline(text)).toBe(`${link(`http://a.example/${kept}`)}${left}`);
  });

  it('end with the text of a link or of emphasis that they are in', () => {
    expect(inline('[http://a.example](b) http://c.example')).toBe(
      `${link('b', 'http://a.example')} ${link('http://c.example')}`,
    );
    expect(inline('**http://a.example** b')).toBe(`<strong>${link('http://a.example')}</strong> b`);
  });
});

describe('mail addresses', () => {
  it.each([
    ['a@b.example', mail('a@b.example')],
    ['a.b+c-d_e@b-c.example', mail('a.b+c-d_e@b-c.example')],
    ['x a@b.example, y', `x ${mail('a@b.example')}, y`],
    ['a@b.example and c@d.example.', `${mail('a@b.example')} and ${mail('c@d.example')}.`],
    ['a@b', 'a@b'],
    ['a@b.example1', 'a@b.example1'],
    ['a@b.example-', 'a@b.example-'],
    ['x/a@b.example', 'x/a@b.example'],
    ['[a@b.example](c) d@e.example', `${link('c', 'a@b.example')} ${mail('d@e.example')}`],
    ['<a href="c">a@b.example</a> d@e.example', `${link('c', 'a@b.example')} ${mail('d@e.example')}`],
    ['<b>a@b.example</b>', `<b>${mail('a@b.example')}</b>`],
    ['<A HREF="c">a@b.example</A >d@e.example', `<A HREF="c">a@b.example</A >${mail('d@e.example')}`],
  ])('%s is %s', (text, html) => {
    expect(inline(text)).toBe(html);
  });
});
