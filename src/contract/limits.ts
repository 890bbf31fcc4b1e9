/** The most that the service accepts, in bytes unless the comment names another unit. */
export const limits = {
  /** Characters of a template's name. */
  templateName: 255,
  /** Characters of a template's slug, and of its folder. */
  slug: 200,
  /** Characters of the message of a change. */
  revisionMessage: 500,
  /** UTF-8 bytes of a template's content. */
  templateContent: 5 * 1024 * 1024,
  /** Bytes of an asset. */
  asset: 10 * 1024 * 1024,
  /** UTF-8 bytes of a preview context, written as JSON. */
  previewContext: 1024 * 1024,
  /** UTF-8 bytes of the schema of a template's values, written as JSON. */
  valuesSchema: 256 * 1024,
  /** Levels of nested arrays and objects in a request body. */
  jsonDepth: 64,
  /** Values in a request body: all objects, lists, fields and items together. */
  jsonValues: 1_000_000,
  /** Different names of fields in a request body. */
  jsonNames: 50_000,
  /** Bytes of a request body. */
  body: 32 * 1024 * 1024,
  /** Pixels of an image of a page: A4 at 600 dpi has 35 million. */
  imagePixels: 50_000_000,
  /** Images of a render. */
  images: 200,
  /** Bytes of all images of a render. */
  imageBytes: 128 * 1024 * 1024,
  /** Parts of a render. */
  parts: 100,
  /** Templates on a page of a list. */
  listPage: 100,
  /** Characters of a title, an author, a subject and of keywords. */
  text: 1000,
  /** Characters of an idempotency key. */
  idempotencyKey: 255,
  /** Characters of a web address. */
  address: 8192,
  /** Characters of the name of an API key. */
  keyName: 255,
  /** Templates that an API key may be limited to. */
  keyTemplates: 100,
  /** Seconds for which a rotated API key may still hold: 90 days. */
  keyOverlapSeconds: 7_776_000,
  /** Seconds for which the result of a background render may be kept: 30 days. */
  keepSeconds: 2_592_000,
  /** Seconds that the start of a background render may lie ahead: 30 days. */
  startAheadSeconds: 2_592_000,
  /** Headers of the request that sends a PDF to its destination. */
  destinationHeaders: 20,
  /** Characters of the address of a webhook. */
  webhookAddress: 2048,
  /** Webhooks of an account. */
  webhooks: 20,
  /** Seconds for which the old secret of a webhook may still sign: 30 days. */
  secretOverlapSeconds: 2_592_000,
} as const;

/** The deadline of a render where the request names none, in milliseconds: over queue, load, wait, print and merge. */
export const defaultTimeoutMs = 30_000;
/** The longest deadline a request may ask for, in milliseconds. */
export const longestTimeoutMs = 600_000;
