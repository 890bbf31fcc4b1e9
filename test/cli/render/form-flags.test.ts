import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { type FormFlags, readFormFlags } from '../../../src/cli/render/form-flags.ts';
import { openFormRules } from '../../../src/cli/render/jobs/form-rows.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { buildForm } from '../../pdf/fields/build-form.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-form-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, bytes: string | Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const io = systemIo(() => {});
const pdf = { pdf: 'JVBERi0=' };

async function apply(
  flags: FormFlags,
  parts: Parameters<NonNullable<Awaited<ReturnType<typeof readFormFlags>>>>[0],
  names: string[],
) {
  return (await readFormFlags(flags, io))?.(parts, names);
}

describe('the flags of forms', () => {
  it('fill the only PDF among the sources', async () => {
    const flags = { field: ['name=Ada=1', 'town.0=Bonn', 'many=a', 'many=b'], flatten: true };
    expect(await apply(flags, [{ html: '<p>' }, pdf], ['a.html', 'b.pdf'])).toEqual([
      { html: '<p>' },
      { ...pdf, fields: { name: 'Ada=1', 'town.0': 'Bonn', many: ['a', 'b'] }, flatten: true },
    ]);
    expect(await apply({ flatten: true }, pdf, ['b.pdf'])).toEqual({ ...pdf, flatten: true });
  });

  it('fill a field with a name that every object has', async () => {
    const filled = await apply({ field: ['__proto__=a', 'constructor=b'] }, pdf, ['b.pdf']);
    expect(JSON.stringify(filled)).toContain('"fields":{"__proto__":"a","constructor":"b"}');
  });

  it('take values of a JSON file, whose objects are groups of fields', async () => {
    const fields = write('data.json', '{"customer": {"name": "Ada", "age": 36}, "ok": true, "list": ["a"]}');
    expect(await apply({ fields, field: ['ok=false'] }, pdf, ['b.pdf'])).toEqual({
      ...pdf,
      fields: { 'customer.name': 'Ada', 'customer.age': 36, ok: 'false', list: ['a'] },
    });
  });

  it('fill the PDF that --form names among several', async () => {
    const flags = { field: ['a=b'], form: 'two.pdf' };
    expect(await apply(flags, [pdf, pdf], ['one.pdf', 'two.pdf'])).toEqual([pdf, { ...pdf, fields: { a: 'b' } }]);
  });

  it('add nothing if they are not given', async () => {
    expect(await readFormFlags({}, io)).toBeUndefined();
  });

  it.each<[FormFlags, Parameters<typeof apply>[1], string[], RegExp]>([
    [{ form: 'a.pdf' }, pdf, ['a.pdf'], /--form has no effect/],
    [{ field: ['name'] }, pdf, ['a.pdf'], /--field "name" is not name=value/],
    [{ flatten: true }, { html: '<p>' }, ['a.html'], /form flags need a PDF/],
    [{ flatten: true }, [pdf, pdf], ['a.pdf', 'b.pdf'], /form flags are for one PDF, and the sources have 2/],
    [{ flatten: true, form: 'c.pdf' }, [pdf, pdf], ['a.pdf', 'b.pdf'], /--form c\.pdf does not name one PDF/],
  ])('%j are refused', async (flags, parts, names, message) => {
    await expect(apply(flags, parts, names)).rejects.toThrow(message);
  });
});

describe('rows that fill a form', () => {
  const form = write('form.pdf', buildForm([{ entries: '/FT /Tx /T (name)' }, { entries: '/FT /Tx /T (home.town)' }]));
  const row = { index: 0, place: 'rows.csv:2', isText: true };
  const byIndex = { output: '{index}.pdf', title: undefined };

  it('become a request each, without the columns that only name the output', async () => {
    const rules = await openFormRules(form, true, { output: '{id}-{name}.pdf', title: undefined }, io);
    expect(await rules.build({ id: '7', name: 'Ada', home: { town: 'Bonn' }, nme: 'x' }, row)).toEqual({
      output: '7-Ada.pdf',
      parts: { file: form, fields: { name: 'Ada', 'home.town': 'Bonn', nme: 'x' }, flatten: true },
    });
  });

  it('become entries of one PDF, named by columns that are no fields', async () => {
    const rules = await openFormRules(form, false, { output: 'all.pdf', title: 'No. {id}' }, io);
    expect(await rules.build({ id: '7', name: 'Ada' }, row)).toEqual({
      title: 'No. 7',
      parts: { file: form, fields: { name: 'Ada' } },
    });
  });

  it('need a PDF with fields, and names for the PDFs', async () => {
    const plain = write('plain.pdf', buildPages(1));
    await expect(openFormRules(plain, false, byIndex, io)).rejects.toThrow(/plain\.pdf has no form fields/);
    await expect(openFormRules(write('a.html', '<p>'), false, byIndex, io)).rejects.toThrow(/is not a PDF/);
    await expect(openFormRules(form, false, { output: undefined, title: undefined }, io)).rejects.toThrow(
      /--form needs names/,
    );
  });
});
