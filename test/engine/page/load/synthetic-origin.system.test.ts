import { expect } from 'vitest';
import { png } from '../../render/image/sample-images.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

test('a file is found by its name in any spelling of Unicode', async () => {
  const base64 = png(4, 4).toString('base64');
  for (const [asked, stored] of [
    ['caf\u00e9.png', 'cafe\u0301.png'],
    ['cafe\u0301.png', 'caf\u00e9.png'],
  ]) {
    const part = { html: `<img src="${asked}">`, assets: { [stored as string]: { type: 'image/png', base64 } } };
    expect((await renderParts(engine, part)).warnings).toEqual([]);
  }
});
