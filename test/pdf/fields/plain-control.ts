import type { PrintedControl } from '../../../src/pdf/part/merge-part.ts';

export const sides = { top: 0, right: 0, bottom: 0, left: 0 };
/** A text field without a border, 100 by 20 pixels. */
export const plain: PrintedControl = {
  kind: 'text',
  name: 'a',
  value: '',
  isOn: false,
  options: [],
  isMultiline: false,
  isPassword: false,
  isMultiple: false,
  isCombo: false,
  isEditable: false,
  isRequired: false,
  isReadOnly: false,
  maxLength: undefined,
  tooltip: '',
  form: 0,
  width: 100,
  height: 20,
  border: sides,
  padding: sides,
  fontSize: 12,
  family: 'sans',
  isBold: false,
  isItalic: false,
  colour: [0, 0, 0],
  accent: undefined,
  align: 'left',
};
