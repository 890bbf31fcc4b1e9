import { type Command, Option } from 'commander';
import type { OutputChoices } from '../output/output.ts';
import type { GlobalFlags } from './context.ts';

/** The values of the global flags, as commander collects them. */
export interface GlobalValues {
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  debug?: boolean;
  color?: boolean;
  input?: boolean;
  envFile?: boolean;
  insecureHttp?: boolean;
  profile?: string;
  baseUrl?: string;
  apiKeyFile?: string;
  timeout?: string;
  retries?: string;
  caFile?: string;
}

/** Declares the flags that every command takes. */
export function addGlobalOptions(program: Command): void {
  program
    .option('--json', 'print JSON, including errors and warnings')
    .option('-q, --quiet', 'print only errors and warnings')
    .option('--verbose', 'print progress')
    .option('--debug', 'print debug output; the API key is masked')
    .addOption(new Option('--color', 'colour the output'))
    .addOption(new Option('--no-color', 'do not colour the output (also NO_COLOR)'))
    .option('--no-input', 'never prompt')
    .option('--no-env-file', 'do not read .env')
    .option('--profile <name>', 'use the settings of a profile (also PLATEN_PROFILE)')
    .option('--base-url <url>', 'the URL of the service (also PLATEN_BASE_URL)')
    .option('--api-key-file <file>', 'read the API key from a file, or from stdin with -')
    .option('--timeout <duration>', 'time limit for the command, such as 30s (also PLATEN_TIMEOUT)')
    .option('--retries <n>', 'retries of a failed request (also PLATEN_RETRIES)')
    .option('--ca-file <file>', 'trust the certificates in a PEM file (also PLATEN_CA_FILE)')
    .option('--insecure-http', 'allow sending the key over plain http');
}

/** Turns commander's values into the global flags of a context. */
export function readGlobalFlags(
  values: GlobalValues,
  command: Readonly<Record<string, string | undefined>>,
): GlobalFlags {
  return {
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    debug: values.debug ?? false,
    input: values.input ?? true,
    envFile: values.envFile ?? true,
    settings: {
      ...command,
      profile: values.profile,
      api_key_file: values.apiKeyFile,
      base_url: values.baseUrl,
      timeout: values.timeout,
      retries: values.retries,
      ca_file: values.caFile,
      insecure_http: values.insecureHttp ? 'true' : undefined,
    },
  };
}

/** Guesses the output choices from arguments that may not parse, for printing usage errors. */
export function guessOutputChoices(argv: readonly string[]): OutputChoices {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const has = (...names: string[]) => names.some((name) => words.includes(name));
  return {
    json: has('--json'),
    quiet: has('-q', '--quiet'),
    verbose: has('--verbose'),
    debug: has('--debug'),
    color: has('--no-color') ? false : has('--color') ? true : undefined,
  };
}
