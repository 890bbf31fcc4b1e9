import { describe, expect, it } from 'vitest';
import type { MarkedControls } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const mark = async (body: string, style = '') => {
  const document = await open(`<!doctype html><style>body { margin: 0 } ${style}</style>${body}`);
  return { document, ...(await document.call('markControls', 'https://field.invalid/')) };
};
const pick = ({ controls }: MarkedControls, ...keys: (keyof MarkedControls['controls'][number])[]) =>
  controls.map((control) => keys.map((key) => control[key]));

describe('the controls of a page', () => {
  it('are read with their values, limits and flags', async () => {
    const found = await mark(`<input name=a value=x required maxlength=5><textarea name=b readonly>y</textarea>
      <input type=checkbox name=c checked><input type=radio name=d value=1><fieldset disabled><input name=e></fieldset>`);
    expect(pick(found, 'kind', 'name', 'value', 'isOn', 'isRequired', 'isReadOnly', 'maxLength')).toEqual([
      ['text', 'a', 'x', false, true, false, 5],
      ['text', 'b', 'y', false, false, true, undefined],
      ['checkbox', 'c', 'on', true, false, false, undefined],
      ['radio', 'd', '1', false, false, false, undefined],
      ['text', 'e', '', false, false, true, undefined],
    ]);
  });

  it('have their choices, whether one, several or others can be chosen', async () => {
    const found = await mark(`<select name=a><option value=1>One<option selected>Two</select>
      <select name=b multiple><option selected>x<option>y</select><input name=c list=l><datalist id=l><option>z</datalist>`);
    expect(pick(found, 'isCombo', 'isMultiple', 'isEditable')).toEqual([
      [true, false, false],
      [false, true, false],
      [true, false, true],
    ]);
    expect(found.controls[0]?.options).toEqual([
      { value: '1', shown: 'One', isSelected: false },
      { value: 'Two', shown: 'Two', isSelected: true },
    ]);
  });

  it('are called by their title, their label, or a name for readers', async () => {
    const found =
      await mark(`<input title=Title><label>Of a label <input></label><label for=x>For it</label><input id=x>
      <input aria-label=Aria><input placeholder=Like><input name=n>`);
    expect(found.controls.map(({ tooltip }) => tooltip)).toEqual([
      'Title',
      'Of a label',
      'For it',
      'Aria',
      'Like',
      'n',
    ]);
  });

  it('without a name are named by their id or their place', async () => {
    const found = await mark('<input id=a><input><textarea class=note></textarea>');
    expect(found.controls.map(({ name }) => name)).toEqual(['a', 'field-2', 'field-3']);
    expect(found.unnamed).toEqual(['input', 'textarea.note']);
  });

  it('are left out if they are hidden, buttons, or of a kind that no PDF form has', async () => {
    const found = await mark(`<input type=hidden><input style="display: none"><button>b</button><input type=submit>
      <input type=file class=upload><input type=range>`);
    expect(found.controls).toEqual([]);
    expect(found.unsupported).toEqual(['input.upload', 'input']);
  });

  it('show nothing of what they hold, and keep their boxes', async () => {
    const body = `<input id=a value=secret placeholder=hint><textarea id=b style="field-sizing: content">long text</textarea>
      <select id=c><option>a long option</select><input type=checkbox id=d checked>`;
    const measure = '["a", "b", "c", "d"].map((id) => JSON.stringify(window[id].getBoundingClientRect())).join()';
    const before = await (await open(`<!doctype html><style>body { margin: 0 }</style>${body}`)).read(measure);
    const { document } = await mark(body);
    expect(await document.read(measure)).toBe(before);
    expect(await document.read('[a.value, a.placeholder, b.value, c.value, d.checked].join()')).toBe(',,,,false');
  });

  it('have a link over them that moves nothing', async () => {
    const style = 'input + p { color: red } a::after { content: attr(href) }';
    const { document } = await mark('<p>before<input name=a><p>after', style);
    expect(await document.read('getComputedStyle(document.querySelectorAll("p")[1]).color')).toBe('rgb(0, 0, 0)');
    const rect = (selector: string) =>
      document.read(`JSON.stringify(document.querySelector("${selector}").getBoundingClientRect())`);
    expect(await rect('platen-control')).toBe(await rect('input'));
    const { document: sibling } = await mark('<div><input name=a><b>x</b></div>', 'input + b { color: red }');
    expect(await sibling.read('getComputedStyle(document.querySelector("b")).color')).toBe('rgb(255, 0, 0)');
  });
});
