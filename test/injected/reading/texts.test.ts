import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StubNode, stubDocument } from '../stub-nodes.ts';

let texts: typeof import('../../../src/injected/reading/texts.ts');

class StubText extends StubNode {
  readonly data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }
}

class StubElement extends StubNode {}

beforeAll(async () => {
  stubDocument();
  vi.stubGlobal('Text', StubText);
  vi.stubGlobal('Element', StubElement);
  vi.stubGlobal('getComputedStyle', ({ display }: { display: string }) => ({ display }));
  texts = await import('../../../src/injected/reading/texts.ts');
});
afterAll(() => void vi.unstubAllGlobals());

type Child = string | StubNode;

const make = (display: string, ...children: Child[]) =>
  new StubElement({
    display,
    localName: 'p',
    childNodes: children.map((child) => (typeof child === 'string' ? new StubText(child) : child)),
  });
const inline = (...children: Child[]) => make('inline', ...children);
const block = (...children: Child[]) => make('block', ...children);

function open(limit = 10_000, notes: readonly StubNode[] = []) {
  const reported: unknown[] = [];
  const all = new texts.ElementTexts(new Set(notes) as never, limit, (css) => reported.push(css));
  return { all, of: (element: StubNode) => all.of(element as unknown as Element), reported };
}

describe('the text of an element', () => {
  test('has spaces around what is in its own lines', () => {
    expect(open().of(block('a', inline('b', inline('c')), block('d'), 'e'))).toBe('abc d e');
    expect(open().of(block('a', new StubNode(), 'b'))).toBe('ab');
    expect(open().of(block())).toBe('');
  });

  test('has none of the footnotes in it', () => {
    const note = inline('note');
    expect(open(10_000, [note]).of(block('a', note, 'b'))).toBe('ab');
  });

  test('has 5,000 characters at most', () => {
    expect(open().of(block('a'.repeat(5001)))).toBe('a'.repeat(5000));
    expect(open().of(block('a'.repeat(4999), 'b', 'c'))).toBe(`${'a'.repeat(4999)}b`);
  });
});

describe('a text for a property', () => {
  test('is one line', () => {
    const { all, reported } = open();
    expect(all.trim(' a \n\t b ', 'x')).toBe('a b');
    expect(reported).toEqual([]);
  });

  test('has 500 characters at most', () => {
    const { all, reported } = open();
    expect(all.trim('a'.repeat(500), 'x')).toBe('a'.repeat(500));
    expect(reported).toEqual([]);
    expect(all.trim('b'.repeat(501), 'x')).toBe('b'.repeat(500));
    expect(reported).toEqual([{ kind: 'length', property: 'x', limit: 500 }]);
  });

  test('has what others have left of all characters', () => {
    const { all, reported } = open(10);
    expect([all.trim('abcd', 'x'), all.trim('efghij', 'x')]).toEqual(['abcd', 'efghij']);
    expect(reported).toEqual([]);
    expect([all.trim('k', 'y'), all.trim('', 'y')]).toEqual(['', '']);
    expect(reported).toEqual([{ kind: 'length', property: 'y', limit: 10 }]);
  });
});
