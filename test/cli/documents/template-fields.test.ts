import { describe, expect, it } from 'vitest';
import { type Digests, digestFields, relateField } from '../../../src/cli/documents/template-fields.ts';

const nested = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('comparing a field', () => {
  it.each([
    ['the same on both sides', 'a', 'a', 'b', 'same'],
    ['the same, and never seen', 'a', 'a', undefined, 'same'],
    ['not in the files', undefined, 'a', 'a', 'absent'],
    ['changed in the files', 'b', 'a', 'a', 'here'],
    ['changed on the service', 'a', 'b', 'a', 'there'],
    ['changed on both sides', 'b', 'c', 'a', 'both'],
    ['different, and never seen', 'b', 'a', undefined, 'both'],
  ])('that is %s', (_what, here, there, last, relation) => {
    const of = (name?: string): Digests => (name === undefined ? {} : digestFields({ name }));
    expect(relateField('name', of(here), of(there), of(last))).toBe(relation);
  });

  it('tells text from text by every byte, and objects by their values', () => {
    const content = (text: string) => digestFields({ content: text }).content;
    expect(content('a\n')).not.toBe(content('a\r\n'));
    const context = (json: string) => digestFields({ preview_context: JSON.parse(json) }).preview_context;
    expect(context('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(context('{"b":{"d":null,"c":[1,2]},"a":1}'));
    expect(context('{"a":[1,2]}')).not.toBe(context('{"a":[2,1]}'));
    expect(context('{"__proto__":{"a":1}}')).not.toBe(context('{}'));
    expect(context('{"a":"1"}')).not.toBe(context('{"a":1}'));
  });

  it('refuses an object nested deeper than a service takes, however deep', () => {
    expect(() => digestFields({ preview_context: nested(64) })).not.toThrow();
    expect(() => digestFields({ preview_context: nested(5000) })).toThrow('nested deeper than 64 levels');
  });
});
