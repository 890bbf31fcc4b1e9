import { describe, expect, it } from 'vitest';
import { describeWebFile, webPolicy } from '../../src/web/index.ts';

describe('a file of the pages', () => {
  it('is kept for a year where its name says its content', () => {
    expect(describeWebFile('open-editor.BKGf5efg.js')).toEqual({
      type: 'text/javascript; charset=utf-8',
      caching: 'public, max-age=31536000, immutable',
    });
    expect(describeWebFile('pdf-worker.R3-h1_kq.js')?.caching).toContain('immutable');
  });

  it('is asked for again where it names others', () => {
    expect(describeWebFile('dashboard.html')).toEqual({ type: 'text/html; charset=utf-8', caching: 'no-cache' });
  });

  it.each(['../package.json', 'constructor', 'licenses.txt', 'x/y.js', '.js', 'a.toString', 'A.js', 'a.js\n', ''])(
    'is none with the name %j',
    (name) => expect(describeWebFile(name)).toBeUndefined(),
  );
});

it('lets no page run or load what its own server did not send', () => {
  expect(webPolicy).toMatch(/^default-src 'none'; /);
  expect(webPolicy).not.toMatch(/unsafe|https?:|\*/);
  expect(webPolicy).toContain("frame-ancestors 'none'");
});
