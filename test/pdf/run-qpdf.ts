import { createRequire } from 'node:module';

interface Qpdf {
  callMain(args: string[]): number;
  FS: {
    init(input: () => null, output: (byte: number | null) => void, error: (byte: number | null) => void): void;
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}

/** Runs qpdf on a PDF; `args` may name /in.pdf and /out.pdf. */
export async function runQpdf(
  pdf: Uint8Array,
  args: string[],
): Promise<{ status: number; output: string; out?: Buffer }> {
  const open = createRequire(import.meta.url)('@neslinesli93/qpdf-wasm');
  let output = '';
  const say = (byte: number | null) => {
    if (byte !== null) output += String.fromCharCode(byte);
  };
  const qpdf: Qpdf = await open({ preRun: [(module: Qpdf) => module.FS.init(() => null, say, say)] });
  qpdf.FS.writeFile('/in.pdf', pdf);
  const status = qpdf.callMain(args);
  const wrote = status === 0 && args.includes('/out.pdf');
  return { status, output, ...(wrote && { out: Buffer.from(qpdf.FS.readFile('/out.pdf')) }) };
}

/** What qpdf says against a PDF; empty for a sound one. */
export async function checkPdf(pdf: Uint8Array): Promise<string> {
  const { status, output } = await runQpdf(pdf, ['--check', '/in.pdf']);
  const harmless = /^(checking |PDF Version|File is not|No syntax or stream|errors that qpdf cannot)/;
  const lines = output.split('\n').filter((line) => line !== '' && !harmless.test(line));
  return status === 0 && lines.length === 0 ? '' : `${status} ${lines.join('\n')}`;
}

/** A PDF as text with every stream unpacked and every object in the open, to search it for traces. */
export async function unfoldPdf(pdf: Uint8Array): Promise<string> {
  const args = ['--stream-data=uncompress', '--object-streams=disable', '/in.pdf', '/out.pdf'];
  const { out } = await runQpdf(pdf, args);
  return (out as Buffer).toString('latin1');
}
