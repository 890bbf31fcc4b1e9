import { describe, expect, it } from 'vitest';
import { joinLayers } from '../../../src/pdf/merge/layers.ts';
import { asDict, buildDict, type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

const text = (bytes: string) => new PdfString(bytes);
const layer = (name: string) => new PdfRef(buildDict({ Type: 'OCG', Name: text(name) }));

/** A part with layers and their settings. */
function open(listed: PdfObject[], settings?: Record<string, PdfObject>, index = 0): OpenPart {
  const properties = buildDict({ OCGs: listed, D: settings && buildDict(settings) });
  return { index, catalog: buildDict({ OCProperties: properties }) } as unknown as OpenPart;
}
const plain = { index: 0, catalog: buildDict({}) } as unknown as OpenPart;

/** Layers by their names. */
function show(value: PdfObject | undefined): unknown {
  if (value instanceof PdfRef) return `layer ${show(asDict(value)?.get('Name'))}`;
  if (value instanceof PdfString) return value.bytes;
  if (Array.isArray(value)) return value.map(show);
  return value instanceof Map ? Object.fromEntries([...value].map(([key, entry]) => [key, show(entry)])) : value;
}
const join = (parts: OpenPart[], isArchive?: boolean) => {
  const joined = joinLayers(parts, isArchive);
  return joined && (show(joined.value) as { OCGs: unknown[]; D: Record<string, unknown> });
};

describe('the layers of a document', () => {
  it('are missing if no part has any', () => {
    expect(join([plain, open([]), open([7, new PdfRef(null), buildDict({})], { ON: [null] })])).toBeUndefined();
  });

  it('are those of all parts, each once, and shown without settings', () => {
    const [a, b, c] = [layer('a'), layer('b'), layer('c')];
    expect(join([open([a, b, a]), plain, open([c], {}, 2)])).toEqual({
      OCGs: ['layer a', 'layer b', 'layer c'],
      D: { ON: ['layer a', 'layer b', 'layer c'] },
    });
  });

  it.each<[string, Record<string, string[] | string>, Record<string, unknown>]>([
    ['as shown', { ON: ['a', 'b'] }, { ON: ['layer a', 'layer b'] }],
    ['as hidden', { OFF: ['b'] }, { ON: ['layer a'], OFF: ['layer b'] }],
    ['as hidden, which wins', { ON: ['b'], OFF: ['b'] }, { ON: ['layer a'], OFF: ['layer b'] }],
    ['as all hidden', { BaseState: 'OFF' }, { BaseState: 'OFF', OFF: ['layer a', 'layer b'] }],
    ['as hidden but for one', { BaseState: 'OFF', ON: ['b'] }, { BaseState: 'OFF', ON: ['layer b'], OFF: ['layer a'] }],
    ['as unchanged', { BaseState: 'Unchanged' }, { ON: ['layer a', 'layer b'] }],
    ['as locked', { Locked: ['b', 'x'] }, { ON: ['layer a', 'layer b'], Locked: ['layer b'] }],
  ])('are, if their settings have them %s, the same', (_, settings, expected) => {
    const layers: Record<string, PdfRef> = { a: layer('a'), b: layer('b') };
    const entries = Object.entries(settings).map(([key, value]): [string, PdfObject] => [
      key,
      Array.isArray(value) ? value.map((name) => layers[name] ?? 0) : value,
    ]);
    expect(join([open(Object.values(layers), Object.fromEntries(entries))])?.D).toEqual(expected);
  });

  it('are shown or hidden one by one if only some parts hide theirs by default', () => {
    const parts = [open([layer('a')], { BaseState: 'OFF' }), open([layer('b')], {}, 1)];
    expect(join(parts)?.D).toEqual({ ON: ['layer b'], OFF: ['layer a'] });
  });

  it('that only the settings name are shown or hidden, but not listed', () => {
    const [a, b, c] = [layer('a'), layer('b'), layer('c')];
    expect(join([open([a], { ON: [b], OFF: [c] })])).toEqual({
      OCGs: ['layer a'],
      D: { ON: ['layer a', 'layer b'], OFF: ['layer c'] },
    });
  });

  it('of later parts have the number of their part', () => {
    const layers = [layer('a'), layer('b'), layer('c')];
    join(layers.map((group, index) => open([group], {}, index)));
    expect(layers.map((group) => asDict(group)?.get('XXPart'))).toEqual([undefined, 2, 3]);
  });

  it('exclude each other in groups', () => {
    const [a, b] = [layer('a'), layer('b')];
    expect(join([open([a, b], { RBGroups: [[a, b, layer('x')]] })])?.D.RBGroups).toEqual([['layer a', 'layer b']]);
  });

  it('are listed as a tree with labels', () => {
    const [a, b] = [layer('a'), layer('b')];
    const again: PdfObject[] = [b];
    const Order = [a, [text('Label'), again], again, 7, layer('x')];
    expect(join([open([a, b], { Order })])?.D.Order).toEqual(['layer a', ['Label', ['layer b']], []]);
  });

  it('are shown by themselves when viewers do something', () => {
    const a = layer('a');
    const AS = [buildDict({ Event: 'Print', OCGs: [a, layer('x')], Category: ['Print', 7] }), buildDict({})];
    expect(join([open([a], { AS })])?.D.AS).toEqual([
      { Event: 'Print', OCGs: ['layer a'], Category: ['Print'] },
      { Event: 'View', OCGs: [], Category: [] },
    ]);
  });
});

describe('the layers of an archive', () => {
  it('have a name for their settings, and never change by themselves', () => {
    const a = layer('a');
    expect(join([open([a], { AS: [buildDict({ Event: 'Print', OCGs: [a] })] })], true)?.D).toEqual({
      Name: 'Layers',
      ON: ['layer a'],
    });
  });

  it('are all in the list if there is one', () => {
    const [a, b, c] = [layer('a'), layer('b'), layer('c')];
    const Order = [[text('Label'), [b]]];
    expect(join([open([a, b, c], { Order })], true)?.D.Order).toEqual([['Label', ['layer b']], 'layer a', 'layer c']);
    expect(join([open([a, b, c], { Order })])?.D.Order).toEqual([['Label', ['layer b']]]);
  });
});
