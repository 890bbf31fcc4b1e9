import { describe, expect, it } from 'vitest';
import { walkXml } from '../../../../src/engine/render/conformance/walk-xml.ts';

const { signal } = new AbortController();

/** The namespace of the root, and each element as its path and its text. */
async function walk(xml: string): Promise<string[]> {
  const seen: string[] = [];
  const namespace = await walkXml(xml, signal, ({ path, text }) => seen.push(`${path.join('/')}=${text}`));
  return [...(namespace === undefined ? [] : [namespace]), ...seen];
}

describe('a document of XML', () => {
  it.each<[string, string, string[]]>([
    ['an element', '<a/>', ['a=']],
    ['an element with spaces', ' <a  /> \n', ['a=']],
    ['texts around elements', '<a>x<b>y</b>z</a>', ['a/b=y', 'a=xz']],
    ['prefixes', '<p:a xmlns:p="urn:x"><p:b/></p:a>', ['urn:x', 'a/b=', 'a=']],
    ['another namespace', '<a xmlns=\'urn:y\' b="1"/>', ['urn:y', 'a=']],
    ['a namespace of another prefix', '<p:a xmlns="urn:y" xmlns:p="urn:x"/>', ['urn:x', 'a=']],
    ['a prefix that ends with its element', '<a><p:b xmlns:p="u"/><p:c xmlns:p="u"/></a>', ['a/b=', 'a/c=', 'a=']],
    ['a prefix that is declared twice', '<p:a xmlns:p="u"><p:b xmlns:p="v"/><p:c/></p:a>', ['u', 'a/b=', 'a/c=', 'a=']],
    ['the prefix of XML', '<a xml:lang="de"/>', ['a=']],
    ['entities', '<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#x10ffff;</a>', ['a=&<>"\'AB\u{10ffff}']],
    ['data', '<a>1<![CDATA[<b>&x;]]>2</a>', ['a=1<b>&x;2']],
    ['comments and instructions', '<?xml version="1.0"?><!-- c --><?x y?><a><!----><?p?></a>', ['a=']],
    ['a declaration', '<?xml version=\'1.1\' encoding="UTF-8" standalone="yes" ?>\n<a/>', ['a=']],
    ['an end with a space', '<a></a >', ['a=']],
    ['tab, line feed and return', '<a>\t\n\r</a>', ['a=\t\n\r']],
  ])('may have %s', async (_what, xml, seen) => {
    expect(await walk(xml)).toEqual(seen);
  });

  it.each<[string, string]>([
    ['', 'line 1: no element'],
    ['\n<!-- -->', 'line 2: no element'],
    ['x<a/>', 'line 1: text outside of the root element'],
    ['<a/>x', 'line 1: text outside of the root element'],
    ['<a/><![CDATA[ ]]>', 'line 1: text outside of the root element'],
    ['<a/>\n<b/>', 'line 2: a second root element'],
    ['<a>', 'line 1: <a> does not end'],
    ['</a>', 'line 1: </a> ends no element'],
    ['<a>\n<b></a>', 'line 2: </a> ends no element; <b> is open'],
    ['<a', 'line 1: a tag that is not well-formed'],
    ['<a b=c/>', 'line 1: a tag that is not well-formed'],
    ['<a b="<"/>', 'line 1: a tag that is not well-formed'],
    ['<a><!-- -- --></a>', 'line 1: "--" in a comment'],
    ['<a><!-- x---></a>', 'line 1: "--" in a comment'],
    ['<a b="1" b="2"/>', 'line 1: <a> has an attribute twice'],
    ['<a b="&x;"/>', 'line 1: an entity that XML does not know'],
    ['<a>&x;</a>', 'line 1: an entity that XML does not know'],
    ['<a>&toString;</a>', 'line 1: an entity that XML does not know'],
    ['<a>&</a>', 'line 1: an entity that XML does not know'],
    ['<a>&#0;</a>', 'line 1: an entity that XML does not know'],
    ['<a>&#x110000;</a>', 'line 1: an entity that XML does not know'],
    ['<a>&#xd800;</a>', 'line 1: an entity that XML does not know'],
    ['<a>&#8;&amp;</a>', 'line 1: an entity that XML does not know'],
    ['<a xmlns:p=""/>', 'line 1: <a> takes a prefix back'],
    ['<p:a/>', 'line 1: the prefix of p:a is not declared'],
    ['<a p:b="1"/>', 'line 1: the prefix of p:b is not declared'],
    ['<a><b xmlns:p="u"/><p:c/></a>', 'line 1: the prefix of p:c is not declared'],
    ['<a:b:c xmlns:a="u"/>', 'line 1: a:b:c is no name'],
    ['<1a/>', 'line 1: 1a is no name'],
    ['<a>]]></a>', 'line 1: "]]>" in a text'],
    ['<!DOCTYPE a><a/>', 'line 1: a document type, which is not read here'],
    ['<!doctype a><a/>', 'line 1: a document type, which is not read here'],
    ['<?xml version="2.0"?><a/>', 'line 1: an invalid XML declaration'],
    ['<?xml?><a/>', 'line 1: an invalid XML declaration'],
    [' <?xml version="1.0"?><a/>', 'line 1: an XML declaration that is not at the start'],
    ['<a><?1?></a>', 'line 1: an instruction without a name'],
    ['<a>\n\u0001</a>', 'line 2: a character that XML has not'],
    ['<a>\uffff</a>', 'line 1: a character that XML has not'],
  ])('is refused as %j: %s', async (xml, message) => {
    await expect(walk(xml)).rejects.toMatchObject({ name: 'XmlError', message });
  });

  it('that is long is read with pauses, in which it can be stopped', async () => {
    const stop = AbortSignal.abort(new Error('stopped'));
    const list = (count: number) => `<a>${'<b/>'.repeat(count)}</a>`;
    await expect(walkXml(list(1_997), stop, () => undefined)).resolves.toBeUndefined();
    await expect(walkXml(list(1_998), stop, () => undefined)).rejects.toThrow('stopped');
    expect(await walk(list(5_000))).toHaveLength(5_001);
  });
});
