import { runQpdf } from '../../pdf/run-qpdf.ts';
import type { NamedPdf } from './hand-made.ts';

const in256 = (...flags: string[]) => ['--encrypt', '', 'owner', '256', ...flags, '--'];
const weak = (...flags: string[]) => ['--allow-weak-crypto', '--encrypt', '', 'owner', ...flags, '--'];

/** Ways to store a file, by name. None breaks a rule of the format. */
const forms: Record<string, string[]> = {
  'object streams': ['--object-streams=generate'],
  'no object streams': ['--object-streams=disable', '--force-version=1.3'],
  linearized: ['--linearize'],
  'linearized with object streams': ['--linearize', '--object-streams=generate'],
  'in the open': ['--qdf'],
  uncompressed: ['--stream-data=uncompress'],
  recompressed: ['--recompress-flate', '--compression-level=1', '--object-streams=generate'],
  'normalized content': ['--normalize-content=y'],
  'joined content': ['--coalesce-contents', '--newline-before-endstream'],
  'version 2.0': ['--force-version=2.0'],
  '40-bit RC4': weak('40'),
  '128-bit RC4': weak('128'),
  '128-bit AES': weak('128', '--use-aes=y'),
  'crypt filters': weak('128', '--force-V4'),
  'revision 5': weak('256', '--force-R5'),
  'revision 6': in256(),
  'readable metadata': in256('--cleartext-metadata'),
  'encrypted object streams': [...in256(), '--object-streams=generate'],
  'encrypted and linearized': [...in256(), '--linearize'],
  turned: ['--rotate=+90'],
  'first page twice': ['--pages', '.', '1', '.', '1', '--'],
  backwards: ['--pages', '.', 'z-1', '--'],
  'with labels': ['--set-page-labels', '1:r', '--'],
  'flat rotation': ['--flatten-rotation'],
  'flat notes': ['--flatten-annotations=all'],
  'new appearances': ['--generate-appearances'],
};

/** A file as qpdf stores it, by the index of the form. Undefined where qpdf cannot. */
export async function storeOtherwise({ name, pdf }: NamedPdf, index: number): Promise<NamedPdf | undefined> {
  const names = Object.keys(forms);
  const form = names[index % names.length] as string;
  const flags = forms[form] as string[];
  try {
    const { out } = await runQpdf(pdf, ['--static-id', '--warning-exit-0', '/in.pdf', ...flags, '/out.pdf']);
    return out && { name: `${name}, ${form}`, pdf: out };
  } catch {
    // The WebAssembly build aborts where qpdf reports an error.
    return undefined;
  }
}
