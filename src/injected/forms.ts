// The program `forms`, installed in documents whose controls become form fields.
import type { FormCalls } from './calls.ts';
import { markControls } from './forms/mark-controls.ts';

const calls: FormCalls = { markControls };

export default calls;
