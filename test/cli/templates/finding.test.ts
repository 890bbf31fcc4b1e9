import { expect, it } from 'vitest';
import { describeWarnings } from '../../../src/cli/templates/finding.ts';

const template = { file: 'content.html', content: '<img src="logo.svg">' };
const missing = (name: string) =>
  ({ code: 'resource_missing', part: 0, detail: `${name} is not among the assets` }) as never;
const known = (message: string) => [{ code: 'missing_asset', message, file: 'content.html' }];

it.each([
  'logo.svg does not exist',
  '../logo.svg lies outside the folder of the document',
  '/logo.svg lies outside the folder of the document',
  './logo.svg does not exist',
  'cannot find logo.svg',
])('says once that a file is missing: %s', (message) => {
  expect(describeWarnings([missing('logo.svg')], known(message), template)).toEqual([]);
});

it('says of another file that it is missing', () => {
  expect(describeWarnings([missing('logo.svg')], known('images/logo.svg does not exist'), template)).toHaveLength(1);
});
