import { expect, it } from 'vitest';
import { pageSettings } from '../../../../src/cli/settings/rows/page-settings.ts';

type Name = keyof typeof pageSettings;

it.each<[Name, string, unknown]>([
  ['render.size', 'A4', 'A4'],
  ['render.size', '210x297mm', '210x297mm'],
  ['render.margin', '20mm 15mm', '20mm 15mm'],
  ['render.scale', '0.1', 0.1],
  ['render.scale', '.5', 0.5],
  ['render.scale', '2', 2],
  ['render.landscape', 'true', true],
  ['render.header', '<b>x</b>', '<b>x</b>'],
  ['render.footer', '@foot.html', '@foot.html'],
  ['render.footer', 'see a.html', 'see a.html'],
  ['render.media', 'screen', 'screen'],
  ['render.on_resource_error', 'fail', 'fail'],
])('%s takes %s', (name, text, value) => {
  expect(pageSettings[name].kind.fromText(text)).toEqual({ value });
  expect(pageSettings[name].kind.fromData(value)).toEqual({ value });
});

it.each<[Name, string, RegExp]>([
  ['render.size', 'A99', /^must be width and height such as 210x297mm, or one of A0, /],
  ['render.margin', '20', /^must be one to four lengths such as 20mm 15mm$/],
  ['render.scale', '0.09', /^must be a number from 0.1 to 2$/],
  ['render.scale', '2.01', /^must be a number from 0.1 to 2$/],
  ['render.scale', '1e0', /^must be a number from 0.1 to 2$/],
  ['render.header', '@', /^must be HTML, or @ and the name of a file$/],
  ['render.header', '@-', /^must be HTML, or @ and the name of a file$/],
  ['render.footer', 'foot.htm', /^must be HTML; an @ before the name of a file prints the file$/],
  ['render.media', 'tv', /print/],
])('%s refuses %s', (name, text, problem) => {
  expect(pageSettings[name].kind.fromText(text)).toEqual({ problem: expect.stringMatching(problem) });
});

it('a scale in a file is a number from 0.1 to 2', () => {
  const { kind } = pageSettings['render.scale'];
  expect(kind.fromData(2.5)).toEqual({ problem: 'must be a number from 0.1 to 2' });
  expect(kind.fromData('1')).toEqual({ problem: 'must be a number from 0.1 to 2, not text' });
});

it('commands decide what no setting says', () => {
  const rows = Object.values(pageSettings);
  expect(rows.map((row) => row.default)).toEqual(rows.map(() => null));
  expect(pageSettings['render.margin'].otherwise).toBe('the margins in the CSS, else 10mm');
  expect(pageSettings['render.header'].kind.isMarkup).toBe(true);
  expect(pageSettings['render.footer'].kind.isMarkup).toBe(true);
  expect(pageSettings['render.css'].kind.isPath).toBe(true);
});
