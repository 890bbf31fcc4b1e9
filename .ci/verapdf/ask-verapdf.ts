// Asks veraPDF whether files keep a standard: node .ci/verapdf/ask-verapdf.ts 2b,ua1 invoice.pdf 3b other.pdf
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** veraPDF's names of the standards: 2b, 2u, 2a, 3b, 3u, 3a, 4 and 4f of PDF/A, ua1 and ua2 of PDF/UA. */
export type Flavour = '2b' | '2u' | '2a' | '3b' | '3u' | '3a' | '4' | '4f' | 'ua1' | 'ua2';

/** A file and what it claims to be. */
export interface Question {
  file: string;
  flavours: readonly Flavour[];
}

/** What veraPDF says of a file and a standard. */
export interface Verdict {
  file: string;
  flavour: Flavour;
  passes: boolean;
  /** The rules that fail, each with its message and the place where it failed first; or why there is no verdict. */
  failures: string[];
}

/**
 * The verdicts on all files, in their order, of one call: Java takes seconds to start. Needs a JDK of at least version 17 on PATH. Throws where there is no
 * verdict on every question.
 */
export function askVerapdf(questions: readonly Question[]): Verdict[] {
  const pairs = questions.flatMap(({ file, flavours }) => [flavours.join(','), file]);
  const verdicts = readVerdicts(runJava(pairs));
  const asked = questions.reduce((sum, { flavours }) => sum + flavours.length, 0);
  if (verdicts.length !== asked) throw new Error(`veraPDF gave ${verdicts.length} verdicts on ${asked} questions`);
  return verdicts;
}

function runJava(pairs: readonly string[]): string {
  const { resolve } = createRequire(import.meta.url);
  // The package exports no more than its program, which lies beside the archive.
  const archive = join(dirname(resolve('@opendataloader/pdf')), '../lib/opendataloader-pdf-cli.jar');
  const program = join(import.meta.dirname, 'VerapdfCheck.java');
  try {
    return execFileSync('java', ['-cp', archive, program, ...pairs], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      'veraPDF needs java on PATH: a JDK of at least version 17, such as the package openjdk-17-jdk-headless',
    );
  }
}

function readVerdicts(output: string): Verdict[] {
  const verdicts: Verdict[] = [];
  for (const line of output.split('\n')) {
    const [file, flavour, verdict, detail] = line.split('\t');
    if (line.startsWith('  ')) verdicts.at(-1)?.failures.push(line.trim());
    else if (file !== undefined && flavour !== undefined && verdict !== undefined) {
      const failures = verdict === 'ERROR' ? [`no verdict: ${detail}`] : [];
      verdicts.push({ file, flavour: flavour as Flavour, passes: verdict === 'PASS', failures });
    }
  }
  return verdicts;
}

if (import.meta.main) {
  const given = process.argv.slice(2);
  const questions = given.flatMap((flavours, index) =>
    index % 2 === 0 ? [{ flavours: flavours.split(',') as Flavour[], file: given[index + 1] ?? '' }] : [],
  );
  for (const { file, flavour, passes, failures } of askVerapdf(questions)) {
    process.stdout.write(`${passes ? 'pass' : 'FAIL'} ${flavour} ${file}\n`);
    for (const failure of failures) process.stdout.write(`  ${failure}\n`);
    if (!passes) process.exitCode = 1;
  }
}
