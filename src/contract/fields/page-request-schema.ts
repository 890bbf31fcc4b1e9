import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { closed } from '../schema-shapes.ts';

/** What may be in the value of a header, and of a cookie. */
const printable = {
  type: 'string',
  pattern: '^[\\t -~]*$',
  'x-pattern-words': 'printable ASCII characters',
  maxLength: limits.address,
} as const;

const cookieText = {
  type: 'string',
  pattern: '^[ -+\\--:<-\\[\\]-~]*$',
  'x-pattern-words': 'printable ASCII characters without semicolons, commas and backslashes',
  maxLength: 4096,
} as const;

const plain = { type: 'string', format: 'plain-text', maxLength: limits.address } as const;

/** A browser session as Playwright stores it. What it says beyond this is not looked at. */
const storageStateShape = {
  title: 'StorageState',
  description:
    'Cookies and local storage of a browser session, in the format of Playwright. Only those of the origin of the URL are used. Default: none.',
  ...closed,
  properties: {
    cookies: {
      type: 'array',
      maxItems: 1000,
      description: 'The cookies. Those of other hosts, and expired ones, are not used.',
      items: {
        type: 'object',
        additionalProperties: true,
        required: ['name', 'value', 'domain'],
        properties: {
          name: { ...printable, description: 'The name.' },
          value: { ...printable, description: 'The value.' },
          domain: { ...plain, description: 'The host, or with a leading dot a domain.' },
          path: { ...plain, description: 'The path. Default "/".' },
          expires: { type: 'number', description: 'Seconds since 1970; -1 for the end of the session. Default -1.' },
          httpOnly: { type: 'boolean', description: 'Whether scripts cannot read it. Default false.' },
          sameSite: { type: 'string', enum: ['Strict', 'Lax', 'None'], description: 'Default "Lax".' },
        },
      },
    },
    origins: {
      type: 'array',
      maxItems: 1000,
      description: 'Local storage. That of other origins is not used.',
      items: {
        type: 'object',
        additionalProperties: true,
        required: ['origin', 'localStorage'],
        properties: {
          origin: { ...plain, description: 'An origin such as "https://example.com".' },
          localStorage: {
            type: 'array',
            maxItems: 10_000,
            description: 'Its items.',
            items: {
              type: 'object',
              additionalProperties: true,
              required: ['name', 'value'],
              properties: {
                name: { type: 'string', description: 'The key.' },
                value: { type: 'string', description: 'The value.' },
              },
            },
          },
        },
      },
    },
  },
} as const;

/** How a web page is asked for. */
export const pageRequestSchema = {
  title: 'PageRequest',
  description:
    'How the URL of a part is requested. Headers, cookies and credentials go only to the origin of that URL: after a redirect to another origin they are not sent. Default: as a browser requests it.',
  ...closed,
  properties: {
    headers: {
      description: 'Headers of all requests to the origin, by name. Default: none.',
      type: 'object',
      maxProperties: 50,
      propertyNames: {
        pattern:
          "^(?!(?:[Cc][Oo][Oo][Kk][Ii][Ee]|[Hh][Oo][Ss][Tt]|[Cc][Oo][Nn][Nn][Ee][Cc][Tt][Ii][Oo][Nn]|[Cc][Oo][Nn][Tt][Ee][Nn][Tt]-[Ll][Ee][Nn][Gg][Tt][Hh])$)[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$",
        'x-pattern-words': 'the name of a header other than Cookie, Host, Connection and Content-Length',
      },
      additionalProperties: printable,
    },
    cookies: {
      description: 'Cookies of the host, by name. Other ports of the host are not reached then. Default: none.',
      type: 'object',
      maxProperties: 50,
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$" },
      additionalProperties: cookieText,
    },
    basic_auth: {
      description: 'User and password for basic authentication. Default: none.',
      ...closed,
      required: ['username', 'password'],
      properties: {
        username: {
          type: 'string',
          pattern: '^[^:\\u0000-\\u001f\\u007f-\\u009f]*$',
          'x-pattern-words': 'a text without colons and control characters',
          maxLength: 255,
          description: 'The user.',
        },
        password: { type: 'string', format: 'plain-text', maxLength: 255, description: 'The password.' },
      },
    },
    user_agent: {
      ...printable,
      minLength: 1,
      maxLength: 1000,
      description: 'The user agent, for all origins. Default: that of the browser.',
    },
    language: {
      type: 'string',
      pattern: '^[A-Za-z0-9*;=., -]{1,200}$',
      'x-pattern-words': 'a header Accept-Language such as "de-AT, de;q=0.9, en;q=0.5"',
      description: 'The header Accept-Language and navigator.languages, for all origins. Default: options.locale.',
    },
    storage_state: storageStateShape,
  },
} as const;

/** How a web page is asked for. */
export interface PageRequest extends FromSchema<typeof pageRequestSchema> {}
/** A browser session as Playwright stores it. */
export interface StorageState extends FromSchema<typeof storageStateShape> {}
