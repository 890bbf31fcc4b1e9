import { expect, it } from 'vitest';
import { formatOf, type ImageFlags, readImageFlags } from '../../../../src/cli/render/pages/image-flags.ts';

it.each<[ImageFlags, string, object]>([
  [{}, 'a.png', { format: 'png' }],
  [{}, 'a.JPG', { format: 'jpeg' }],
  [{ format: 'png' }, 'a.jpg', { format: 'png' }],
  [{ dpi: '10' }, 'a.png', { format: 'png', dpi: 10 }],
  [{ dpi: '1200' }, 'a.png', { format: 'png', dpi: 1200 }],
  [{ width: '1' }, 'a.png', { format: 'png', width: 1 }],
  [{ width: '20000' }, 'a.png', { format: 'png', width: 20_000 }],
  [{ transparent: true }, 'a.png', { format: 'png', transparent: true }],
])('the flags %j for %s draw %j', (flags, output, choice) => {
  expect(readImageFlags(flags, output)).toEqual(choice);
});

it.each<[ImageFlags, string, string]>([
  [{ dpi: '96', width: '5' }, 'a.png', '--dpi and --width cannot be used together'],
  [{ transparent: true }, 'a.jpeg', '--transparent needs PNG'],
  [{ dpi: '9.9' }, 'a.png', '--dpi "9.9" is not a number from 10 to 1200'],
  [{ dpi: '1201' }, 'a.png', '--dpi "1201" is not a number from 10 to 1200'],
  [{ width: '0' }, 'a.png', '--width "0" is not a whole number from 1 to 20000'],
  [{ width: '20001' }, 'a.png', '--width "20001" is not a whole number from 1 to 20000'],
])('the flags %j for %s are refused', (flags, output, message) => {
  expect(() => readImageFlags(flags, output)).toThrow(expect.objectContaining({ code: 'usage', message }));
});

it.each([
  ['a.jpg', 'jpeg'],
  ['a.jpeg', 'jpeg'],
  ['a.jpg.png', 'png'],
  ['jpg', 'png'],
  ['-', 'png'],
])('the name %s means %s', (name, format) => {
  expect(formatOf(name)).toBe(format);
});
