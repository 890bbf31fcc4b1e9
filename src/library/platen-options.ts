import type { OnWarning } from '../contract/index.ts';

/** A certificate with its private key: PKCS#12, or PEM with the key in `key` or in the same text. */
export interface SealFiles {
  certificate: Uint8Array;
  key?: Uint8Array | undefined;
  /** The password of PKCS#12, or of the key. Default none. */
  password?: string | undefined;
}

/** How `openPlaten` renders. Every option has a default, and none is read from settings files. */
export interface PlatenOptions {
  /** The folder of the stored templates. Default: the user's own, which `platen templates` uses as well. */
  dataDir?: string | undefined;
  /** A Postgres database for the stored templates instead: `postgres://user:password@host/name`. */
  databaseUrl?: string | undefined;
  /** Revisions to keep of each template, besides those with a label: 1 or more. Default 100. */
  templateRevisions?: number | undefined;
  /**
   * What a page may reach. `deny`: nothing. `public`: public addresses. `allow-list`: the hosts in `allow`. `open`: whatever this
   * machine reaches. Default `open`; choose another if documents come from people that you do not trust.
   */
  egress?: 'deny' | 'public' | 'allow-list' | 'open' | undefined;
  /** Hosts for `allow-list`, and exceptions such as "10.1.2.0/24:8080" for `public` and `allow-list`. Default none. */
  allow?: readonly string[] | undefined;
  /** Renders at once; others wait, up to 10,000. The wait counts in the time of a call. Default: the number of processor cores. */
  concurrency?: number | undefined;
  /** The browser to use. Default: the Chromium that platen bundles, else one that is installed. */
  chromium?: string | undefined;
  /**
   * Which fonts count if a render does not choose. `system`: those of the machine, and after them the bundled ones.
   * `bundled`: only the latter, so that every machine prints the same. Default `system`.
   */
  fonts?: 'system' | 'bundled' | undefined;
  /** A folder with additional fonts. Default none. */
  fontDir?: string | undefined;
  /**
   * Keys that sign for renders with `pdf.sign`: a folder, or PKCS#12 or PEM files as bytes by the names of the seals. Default none.
   *
   * @example
   * await openPlaten({ seals: { invoices: { certificate: await readFile('invoices.p12'), password } } });
   */
  seals?: string | Readonly<Record<string, SealFiles>> | undefined;
  /** The timestamp authority (RFC 3161) of signatures whose render names none. Default none. */
  timestampUrl?: string | undefined;
  /** The locale of pages, a BCP 47 language tag, unless a render names one. Default `en-US`. */
  locale?: string | undefined;
  /** The time zone of pages and of dates in templates, an IANA name, unless a render names one. Default `UTC`. */
  timezone?: string | undefined;
  /** The browser's sandbox. `preferred` goes on without it if the system refuses it, and warns. Default `preferred`. */
  sandbox?: 'required' | 'preferred' | 'off' | undefined;
  /** Milliseconds for a whole call, waiting included. A render has its own `options.timeout_ms` (30000). Default 120000. */
  timeoutMs?: number | undefined;
  /** Called once with each warning for the operator and its code, such as `sandbox_off`. Default: warnings are dropped. */
  onWarning?: OnWarning | undefined;
}
