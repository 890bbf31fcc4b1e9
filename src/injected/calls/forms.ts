// The program `forms`: its functions, and their data.

/** The lengths of the four sides of a box, in CSS pixels. */
export interface SideLengths {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * A control that becomes a field of a PDF form. Its place in the list is the number in the address of its link. The merger takes it as a
 * `PrintedControl`: `injected` and `pdf` import nothing of each other, so the engine, which hands it on, has both types compared.
 */
export interface FormControl {
  kind: 'text' | 'checkbox' | 'radio' | 'select';
  name: string;
  /** Its text, or the value of a check box or a radio button. */
  value: string;
  isOn: boolean;
  options: { value: string; shown: string; isSelected: boolean }[];
  isMultiline: boolean;
  isPassword: boolean;
  isMultiple: boolean;
  /** Whether it shows one of its options only. */
  isCombo: boolean;
  /** Whether it takes values that are not among its options. */
  isEditable: boolean;
  isRequired: boolean;
  isReadOnly: boolean;
  maxLength: number | undefined;
  /** What readers call it. */
  tooltip: string;
  /** The number of its form, so that radio buttons of two forms are two groups. */
  form: number;
  width: number;
  height: number;
  border: SideLengths;
  padding: SideLengths;
  fontSize: number;
  family: 'sans' | 'serif' | 'mono';
  isBold: boolean;
  isItalic: boolean;
  /** Red, green and blue, from 0 to 1. */
  colour: [number, number, number];
  /** The colour of the mark of check boxes and radio buttons as browsers draw them; undefined for those that a style sheet draws. */
  accent: [number, number, number] | undefined;
  align: 'left' | 'center' | 'right';
}

/** What `markControls` found. */
export interface MarkedControls {
  controls: FormControl[];
  /** Controls without a name, and those that no PDF form has, as warnings call them. */
  unnamed: string[];
  unsupported: string[];
}

/** The functions of the program `forms`. */
export interface FormCalls {
  /** Lays a link over each control, to `address` and its number, and removes what the control holds: the field of the PDF shows that. */
  markControls(address: string): MarkedControls;
}
