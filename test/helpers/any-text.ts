import fc from 'fast-check';

/** How many halves of pairs there are, from U+D800. They are no characters. */
const halves = 0x800;

/** Any character of Unicode: as often one of ASCII, where most meanings are, as one of the first plane, and one of all. */
const character = fc.oneof(...[0x7f, 0xffff - halves, 0x10_ffff - halves].map((max) => fc.nat(max))).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + halves),
  (text) => {
    const [first, ...more] = typeof text === 'string' ? text : '';
    if (first === undefined || more.length > 0 || !first.isWellFormed()) throw new Error('not one character');
    const code = first.codePointAt(0) as number;
    return code < 0xd800 ? code : code - halves;
  },
);

/** Any text of whole characters. The unit `binary` of fast-check is as wide, but maps all of Unicode first: 1 s. */
export const anyText = (limits: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...limits, unit: character });
