import { describe, expect } from 'vitest';
import type { Options, Part } from '../../../src/contract/index.ts';
import { readDocumentFacts } from '../../../src/pdf/index.ts';
import { buildForm } from '../../pdf/fields/build-form.ts';
import { openPdf, readAnnotations } from '../../pdf/read-pdf.ts';
import { drawFirstPage, extractTexts } from '../draw-page.ts';
import { engine, test } from '../shared-engine.ts';

const pdf = buildForm([{ entries: '/FT /Tx /T (name)' }, { entries: '/FT /Tx /T (town) /MaxLen 5' }]);
const render = (part: Part, more: Part[] = []) =>
  engine.render({ parts: more.length > 0 ? [...more, part] : part }, { account: 'test' });

describe('forms of PDFs', () => {
  test('are filled with bundled fonts, and flattened', async () => {
    const filled = await render({ pdf, fields: { name: 'Žofie Привет', town: 'Praha' } });
    expect(readDocumentFacts(filled.pdf).fields.map(({ value }) => value)).toEqual(['Žofie Привет', 'Praha']);
    const flat = await render({ pdf, fields: { name: 'Žofie Привет' }, flatten: true }, [{ html: '<p>cover' }]);
    expect((await extractTexts(flat.pdf))[1]).toContain('Žofie Привет');
    expect(readDocumentFacts(flat.pdf).fields).toEqual([]);
  });

  test('refuse unknown fields with the nearest and all that there are', async () => {
    const error = await render({ pdf, fields: { nmae: 'x', town: 'Prague' } }, [{ html: '<p>' }]).catch(
      (cause) => cause,
    );
    expect(error).toMatchObject({
      code: 'invalid_request',
      part: 1,
      errors: [
        { pointer: '/parts/1/fields/nmae', detail: 'the form has no such field; did you mean "name"?' },
        {
          pointer: '/parts/1/fields/town',
          detail: 'it takes at most 5 characters, and the text has 6',
        },
        { pointer: '/parts/1/fields', detail: 'the form has "name", "town"' },
      ],
    });
  });
});

const page = (body: string, style = '') =>
  `<!doctype html><html lang="en"><title>Form</title><style>@page { size: 400px 300px; margin: 20px } body { margin: 0; font: 16px Arimo } ${style}</style>${body}`;
const print = async (html: string, options: Options = {}) =>
  engine.render({ parts: { html }, options: { forms: true, ...options } }, { account: 'test' });

describe('forms of HTML', () => {
  const body = `<p><label>Name <input name="person.name" value="Zoë" required maxlength=40></label>
    <p><label><input type=checkbox name=ok value=yes checked> OK</label>
    <label><input type=radio name=pay value=card checked> card</label> <label><input type=radio name=pay value="à la carte"> carte</label>
    <p><select name=country><option value=de>Germany<option value=fr selected>France</select>
    <textarea name=note>Привет</textarea>`;

  test('become fields with their values', async () => {
    const { pdf, warnings } = await print(page(body));
    expect(warnings).toEqual([]);
    const facts = readDocumentFacts(pdf);
    expect(facts.links).toEqual([]);
    expect(facts.fields).toEqual([
      {
        name: 'country',
        kind: 'choice',
        value: 'fr',
        choices: ['de', 'fr'],
        labels: ['Germany', 'France'],
        required: false,
        read_only: false,
      },
      { name: 'note', kind: 'text', value: 'Привет', multiline: true, required: false, read_only: false },
      { name: 'ok', kind: 'checkbox', value: 'yes', choices: ['yes'], required: false, read_only: false },
      { name: 'pay', kind: 'radio', value: 'card', choices: ['card', 'à la carte'], required: false, read_only: false },
      { name: 'person.name', kind: 'text', value: 'Zoë', max_length: 40, required: true, read_only: false },
    ]);
    expect((await extractTexts(pdf))[0]).not.toMatch(/Zoë|Привет|France/);
  });

  test('are laid out as they are without fields', async () => {
    const empty = page(
      `<div class=g><input name=a><select name=b><option>Some option</select></div><p>Text <input type=checkbox name=c> and <input name=d>
      more<p><textarea name=e></textarea> end`,
      '.g { display: flex; gap: 10px } .g input { flex: 1 } option { visibility: hidden } select { color: white }',
    );
    const [form, plain] = [await print(empty), await print(empty, { forms: false })];
    const [one, other] = [await drawFirstPage(form.pdf, 2), await drawFirstPage(plain.pdf, 2)];
    const different = one.data.filter((value, index) => Math.abs(value - (other.data[index] ?? 0)) > 48).length;
    expect(different).toBeLessThan(40);
  });

  test('can be filled by another program', async () => {
    const { pdf } = await print(page(body));
    const document = await openPdf(pdf);
    const widgets: { id: string; fieldName: string }[] = await (await document.getPage(1)).getAnnotations();
    const set = (name: string, value: unknown) => {
      const { id = '' } = widgets.find(({ fieldName }) => fieldName === name) ?? {};
      document.annotationStorage.setValue(id, { value });
    };
    set('person.name', 'Ada');
    set('ok', false);
    const facts = readDocumentFacts(await document.saveDocument());
    const values = Object.fromEntries(facts.fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ 'person.name': 'Ada', ok: 'Off', country: 'fr' });
  });

  test('are filled here, too', async () => {
    const { pdf } = await print(page(body));
    const filled = await render({ pdf, fields: { 'person.name': 'Ada', pay: 'à la carte', country: 'Germany' } });
    const values = readDocumentFacts(filled.pdf).fields.map(({ value }) => value);
    expect(values).toEqual(['de', 'Привет', 'yes', 'à la carte', 'Ada']);
  });

  test('are on the pages of their boxes, and where these are drawn', async () => {
    const moved = `<p><input name=a style="width: 100px"><div style="height: 300px"></div><div style="position: relative; width: 200px; transform: translate(40px, 20px)">
      <input name=b style="width: 100px; height: 20px; box-sizing: border-box; border: 0; padding: 0"></div>`;
    const document = await openPdf((await print(page(moved))).pdf);
    const [first, second] = [await readAnnotations(document, 1), await readAnnotations(document, 2)];
    expect(first.map(({ fieldName }) => fieldName)).toEqual(['a']);
    expect(second.map(({ fieldName, rect }) => [fieldName, Math.round(rect[0]), Math.round(rect[2])])).toEqual([
      ['b', 45, 120],
    ]);
  });

  test('share a value with the same name, and have other names in other parts', async () => {
    const html = page(
      '<input name=a value=x><input name=a><input type=checkbox name=c value=1><input type=checkbox name=c value=2>',
    );
    const { pdf } = await engine.render({ parts: [{ html }, { html }], options: { forms: true } }, { account: 'test' });
    const names = readDocumentFacts(pdf).fields.map(({ name, value }) => [name, value]);
    expect(names).toEqual([
      ['a', 'x'],
      ['a_2', 'x'],
      ['c.1', 'Off'],
      ['c.2', 'Off'],
      ['c_2.1', 'Off'],
      ['c_2.2', 'Off'],
    ]);
  });

  test('have an element for readers, and a claim of PDF/UA and PDF/A', async () => {
    const { pdf } = await engine.render(
      {
        parts: { html: page(`<h1>Form</h1>${body}`) },
        options: { forms: true },
        pdf: { conformance: ['pdf/ua-1', 'pdf/a-2a'] },
      },
      { account: 'test' },
    );
    const structure = JSON.stringify(await (await (await openPdf(pdf)).getPage(1)).getStructTree());
    expect(structure.match(/"role":"Form","children":\[\{"type":"annotation"/g)).toHaveLength(6);
    expect(structure).not.toContain('"role":"Link"');
  });

  test('warn of values that no bundled font can draw', async () => {
    const { pdf, warnings } = await print(page('<input name=a value="नमस्ते">'));
    expect(warnings).toMatchObject([{ code: 'glyph_missing', detail: expect.stringMatching(/^field a: .*"न"/) }]);
    expect(readDocumentFacts(pdf).fields[0]?.value).toBe('नमस्ते');
  });

  test('warn of controls without a name, and of those that stay as they are', async () => {
    const { warnings } = await print(page('<input><input type=file name=f id=upload>'));
    expect(warnings).toEqual([
      { part: 0, code: 'field_unnamed', detail: 'input has no name' },
      { part: 0, code: 'field_unsupported', detail: 'input#upload is printed as it looks' },
    ]);
  });
});
