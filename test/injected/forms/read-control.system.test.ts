import { describe, expect, test } from 'vitest';
import type { FormControl } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** Some facts of each control of a document. */
async function read<K extends keyof FormControl>(body: string, ...keys: K[]) {
  const page = await open(`<!doctype html><style>body { margin: 0 } * { font: 10px sans-serif }</style>${body}`);
  const { controls } = await page.call('markControls', 'https://field.invalid/');
  return controls.map((control) => keys.map((key) => control[key]));
}

describe('a control', () => {
  test('is one line, several, a list or a choice', async () => {
    const body = `<input name=a><textarea name=b></textarea><input type=password name=c value=secret><input type=checkbox name=d>
      <select name=e><option>x</select><select name=f size=1><option>x</select><select name=g size=2><option>x</select>
      <select name=h multiple><option>x</select><input name=i list=none><datalist id=none></datalist><input name=j list=one>
      <datalist id=one><option>x</datalist>`;
    expect(await read(body, 'kind', 'isMultiline', 'isPassword', 'isCombo', 'isEditable', 'value')).toEqual([
      ['text', false, false, false, false, ''],
      ['text', true, false, false, false, ''],
      ['text', false, true, false, false, ''],
      ['checkbox', false, false, false, false, 'on'],
      ['select', false, false, true, false, ''],
      ['select', false, false, true, false, ''],
      ['select', false, false, false, false, ''],
      ['select', false, false, false, false, ''],
      ['text', false, false, false, false, ''],
      ['select', false, false, true, true, ''],
    ]);
  });

  test('shows its options by their labels, and in one line', async () => {
    const [[options] = []] = await read(
      '<select><option label=Label>x<option> two\n words <option value="">',
      'options',
    );
    expect(options).toEqual([
      { value: 'x', shown: 'Label', isSelected: true },
      { value: 'two words', shown: 'two words', isSelected: false },
      { value: '', shown: '', isSelected: false },
    ]);
    const [[listed] = []] = await read('<input list=l value=x><datalist id=l><option selected>x</datalist>', 'options');
    expect(listed).toEqual([{ value: 'x', shown: 'x', isSelected: false }]);
  });

  test('is called by the first of its names that has a text', async () => {
    const named = (attributes: string) => `<input ${attributes}>`;
    const body = `<b id=one>One</b><b id=two>two</b>
      <label for=a>Label <select><option>x</select><button>y</button></label><label for=a>more</label>
      ${named('title=" " id=a')}${named('aria-label=Aria aria-labelledby=one')}${named('aria-labelledby="one  none two"')}
      ${named('placeholder=Like name=n')}${named('name=n id=i')}${named('id=i2')}${named(`title="${'x'.repeat(600)}"`)}`;
    const tooltips = (await read(body, 'tooltip')).flat();
    expect(tooltips.slice(1, -1)).toEqual(['Label more', 'Aria', 'One two', 'Like', 'n', 'i2']);
    expect(tooltips.at(-1)).toHaveLength(500);
  });

  test('is read-only, required or short', async () => {
    const body = `<input readonly><input disabled><input required maxlength=0><select disabled></select><select required></select>
      <textarea maxlength=7></textarea>`;
    expect(await read(body, 'isReadOnly', 'isRequired', 'maxLength')).toEqual([
      [true, false, undefined],
      [true, false, undefined],
      [false, true, 0],
      [true, false, undefined],
      [false, true, undefined],
      [false, false, 7],
    ]);
  });

  test('has a box with edges, and room for the arrow of a list', async () => {
    const style =
      'box-sizing: border-box; width: 100px; height: 30px; border: 1px solid; border-left-width: 2px; padding: 3px 4px 5px 6px';
    const body = `<input style="${style}"><select style="${style}"></select><select size=3 style="${style}"></select>
      <select style="${style}; appearance: none"></select>`;
    const border = { top: 1, right: 1, bottom: 1, left: 2 };
    const padding = { top: 3, right: 4, bottom: 5, left: 6 };
    expect(await read(body, 'width', 'height', 'border', 'padding')).toEqual([
      [100, 30, border, padding],
      [100, 30, border, { ...padding, left: 10, right: 22 }],
      [100, 30, border, padding],
      [100, 30, border, padding],
    ]);
  });

  test('has the font of its style', async () => {
    const styles = [
      'font: 12px Courier',
      'font: 600 12px Georgia',
      'font: italic 599 12px Arial, sans-serif',
      'font: oblique 12px serif',
      'font: 12px "DejaVu Sans Mono", serif',
      'font: 12px sans-serif, Tinos',
      'font: 12px x',
    ];
    const body = styles.map((style) => `<input style='${style}'>`).join('');
    expect(await read(body, 'family', 'isBold', 'isItalic', 'fontSize')).toEqual([
      ['mono', false, false, 12],
      ['serif', true, false, 12],
      ['sans', false, true, 12],
      ['serif', false, true, 12],
      ['mono', false, false, 12],
      ['serif', false, false, 12],
      ['sans', false, false, 12],
    ]);
  });

  test('has the colours of its style, if they are in sRGB', async () => {
    const body = `<input style="color: rgb(255 51 0)"><input style="color: color(display-p3 1 0 0)">
      <input style="color: rgb(0 0 255 / 50%); accent-color: lime"><input style="appearance: none">`;
    expect(await read(body, 'colour', 'accent')).toEqual([
      [
        [1, 0.2, 0],
        [0, 117 / 255, 1],
      ],
      [
        [0, 0, 0],
        [0, 117 / 255, 1],
      ],
      [
        [0, 0, 1],
        [0, 1, 0],
      ],
      [[0, 0, 0], undefined],
    ]);
  });

  test('has the alignment of its text, by its direction', async () => {
    const align = ['left', 'right', 'center', 'start', 'end'];
    const body = ['ltr', 'rtl'].map((dir) =>
      align.map((text) => `<input dir=${dir} style="text-align: ${text}">`).join(''),
    );
    expect((await read(body.join(''), 'align')).flat()).toEqual([
      'left',
      'right',
      'center',
      'left',
      'right',
      'left',
      'right',
      'center',
      'right',
      'left',
    ]);
  });
});
