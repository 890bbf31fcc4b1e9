import { describe, expect, test } from 'vitest';
import { useDocuments } from './open-document.ts';

const open = useDocuments();

const stamp = (name: 'header' | 'footer', copy: number, values: Record<string, string> = {}) => ({
  name,
  copy,
  language: 'de',
  place: { top: 0, left: 0.5, right: 0.5, height: 0.5 },
  marks: ['data-odd'],
  values,
});

describe('headers and footers inside a page', () => {
  test('are their own documents, with the values of their page', async () => {
    const page = await open('<!doctype html><title></title>');
    const copies = ['<style>b { color: red }</style><b class=pageNumber></b><a href="#end">x</a>'];
    const overlays = [1, 2].map((number) => ({
      width: 595,
      height: 842,
      slots: [stamp('header', 0, { pageNumber: String(number) })],
    }));
    expect(await page.call('showStamps', { copies, fontFaces: [], overlays })).toEqual([]);
    const roots = "[...document.querySelectorAll('body > div > div')].map(({ shadowRoot }) => shadowRoot)";
    expect(await page.read(`${roots}.map((root) => root.querySelector('b').textContent)`)).toEqual(['1', '2']);
    expect(await page.read(`${roots}[0].querySelector('html').hasAttribute('data-odd')`)).toBe(true);
    expect(await page.read(`${roots}[0].querySelector('a').getAttribute('href')`)).toBe('/?#end');
    expect(await page.read(`${roots}[0].host.lang`)).toBe('de');
  });

  test('declare each font and each page size once', async () => {
    const page = await open('<!doctype html><title></title>');
    const face = '@font-face { font-family: Own; src: url("data:,x"); }';
    const slots = [stamp('header', 0), stamp('footer', 1)];
    const copies = [`<style>${face}</style>a`, `<style>${face}</style>b`];
    const overlays = [
      { width: 100, height: 200, slots },
      { width: 100, height: 200, slots },
      { width: 300, height: 200, slots },
    ];
    await page.call('showStamps', { copies, fontFaces: [face], overlays });
    const rules = (await page.read("document.head.querySelector('style').textContent")) as string;
    expect(rules.match(/@font-face/g)).toHaveLength(1);
    expect(rules.match(/@page size\d/g)).toEqual(['@page size0', '@page size1']);
  });

  test('are reported if they are taller than their margin, and start at its edge', async () => {
    const page = await open('<!doctype html><title></title>');
    const copies = ['<div style="height: 100px"></div>', 'low'];
    const overlays = [{ width: 595, height: 842, slots: [stamp('header', 0), stamp('footer', 1)] }];
    expect(await page.call('showStamps', { copies, fontFaces: [], overlays })).toEqual([
      { name: 'header', index: 0, height: 100, room: 48 },
    ]);
    expect(await page.read("document.querySelector('body > div > div').style.justifyContent")).toBe('flex-start');
  });
});
