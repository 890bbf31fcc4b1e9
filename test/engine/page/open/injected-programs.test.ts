import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../../dist/injected');

test('every program that is sent to pages is plain ASCII, which Node and Chromium hold in one byte a character', () => {
  const programs = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(programs).toContain('page.js');
  const wide = programs.filter((name) => /[\u0080-\uffff]/.test(readFileSync(join(folder, name), 'utf8')));
  expect(wide).toEqual([]);
});
