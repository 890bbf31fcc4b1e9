import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { renderQuerySchema } from '../../src/contract/background-schema.ts';
import {
  accountChangeSchema,
  renderLogQuerySchema,
  templateSearchSchema,
} from '../../src/contract/dashboard-schema.ts';
import { overlayShape } from '../../src/contract/fields/overlay-schema.ts';
import { pageRequestSchema } from '../../src/contract/fields/page-request-schema.ts';
import { partShape } from '../../src/contract/fields/part-schema.ts';
import { signShape } from '../../src/contract/fields/sign-schema.ts';
import { storageShape } from '../../src/contract/fields/storage-schema.ts';
import { formats } from '../../src/contract/formats.ts';
import { optionsSchema } from '../../src/contract/options-schema.ts';
import { pageQuery } from '../../src/contract/schema-shapes.ts';
import { changeableProperties } from '../../src/contract/templates/property-schema.ts';
import { revisionParamsSchema } from '../../src/contract/templates/revision-schema.ts';

const ajv = new Ajv2020({ strict: false, formats: { ...formats, 'date-time': true } });
const text = (length: number) => 'x'.repeat(length);
const list = (length: number, item: unknown = 'x') => Array.from({ length }, () => item);
const fields = (length: number, value: unknown = 'x') =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`n${at}`, value]));
const cookie = { name: 'a', value: 'b', domain: 'c' };
const stored = { origin: 'https://a.example', localStorage: [] };
const attachment = { name: 'a', type: 'a/b', base64: 'YQ==' };

/** A schema by the names of its fields, and what it takes and refuses on both sides of each limit. */
type Row = [name: string, taken: unknown[], refused: unknown[]];

describe.each<[string, object, Row[]]>([
  [
    'options',
    optionsSchema,
    [
      ['wait_for', [{ delay_ms: 0 }, { delay_ms: 600_000 }], [{}, { delay_ms: 0, network_idle: true }, { more: 1 }]],
      ['wait_for', [{ network_idle: true }], [{ network_idle: false }, { delay_ms: -1 }, { delay_ms: 600_001 }]],
      ['wait_for', [{ selector: 'x' }, { selector: text(1000) }], [{ selector: '' }, { selector: text(1001) }]],
      [
        'wait_for',
        [{ expression: 'x' }, { expression: text(10_000) }],
        [{ expression: '' }, { expression: text(10_001) }],
      ],
      ['scale', [0.1, 2], [0.09, 2.01]],
      ['page_ranges', ['1', '1'.padStart(1000)], ['x', '1'.padStart(1001)]],
      ['media_features', [fields(20), { a: text(100) }], [fields(21), { a: text(101) }, { a: 1 }]],
      ['css', [list(20), [text(8_000_000)]], [list(21), [text(8_000_001)]]],
      ['select', ['x', text(1000)], ['', text(1001)]],
      ['hide', [list(100), [text(1000)]], [list(101), [''], [text(1001)]]],
      [
        'viewport',
        [
          { width: 1, height: 1 },
          { width: 10_000, height: 10_000 },
        ],
        [{ width: 1 }, { height: 1 }],
      ],
      [
        'viewport',
        [],
        [
          { width: 0, height: 1 },
          { width: 1, height: 0 },
          { width: 1, height: 1, more: 1 },
        ],
      ],
      [
        'viewport',
        [],
        [
          { width: 10_001, height: 1 },
          { width: 1, height: 10_001 },
          { width: 1.5, height: 1 },
        ],
      ],
      ['device_scale', [0.5, 5], [0.4, 5.1]],
      ['header', ['', text(1_000_000)], [text(1_000_001)]],
      ['footer', ['', text(1_000_000)], [text(1_000_001)]],
      ['locale', ['de'], ['x_y', `de-x-${list(32, 'aaa').join('-')}`]],
      ['timeout_ms', [1, 600_000], [0, 600_001, 1.5]],
      ['page_size', ['A4', { width: '1mm', height: '2mm' }], ['a4', { width: '1mm' }, { width: '1mm', height: '2' }]],
      ['margin', ['1mm', {}, { top: '1mm' }], ['1', { top: '1' }, { middle: '1mm' }]],
    ],
  ],
  [
    'the request of a page',
    pageRequestSchema,
    [
      [
        'headers',
        [fields(50), { a: text(8192) }, { [text(100)]: '' }],
        [fields(51), { a: text(8193) }, { [text(101)]: '' }],
      ],
      [
        'headers',
        [{ Hosts: 'x\t' }],
        [{ hOst: 'x' }, { Cookie: 'x' }, { 'content-length': '1' }, { a: 'ä' }, { 'a b': '' }],
      ],
      [
        'cookies',
        [fields(50), { a: text(4096) }, { [text(256)]: '' }],
        [fields(51), { a: text(4097) }, { [text(257)]: '' }],
      ],
      ['cookies', [{ a: 'x y' }], [{ a: ';' }, { a: ',' }, { a: '\\' }]],
      ['basic_auth', [{ username: text(255), password: text(255) }], [{ username: 'a' }, { password: 'a' }]],
      [
        'basic_auth',
        [],
        [
          { username: text(256), password: '' },
          { username: '', password: text(256) },
        ],
      ],
      [
        'basic_auth',
        [],
        [
          { username: 'a:b', password: '' },
          { username: '', password: '', more: 1 },
        ],
      ],
      ['user_agent', ['x', text(1000)], ['', text(1001)]],
      ['language', ['de-AT, de;q=0.9', text(200)], ['', 'ä', text(201)]],
      ['storage_state', [{}, { cookies: list(1000, cookie) }], [{ cookies: list(1001, cookie) }, { more: 1 }]],
      ['storage_state', [{ cookies: [{ ...cookie, more: 1 }] }], [{ cookies: [{ name: 'a', value: 'b' }] }]],
      ['storage_state', [{ origins: list(1000, stored) }], [{ origins: list(1001, stored) }]],
      [
        'storage_state',
        [{ origins: [{ ...stored, more: 1, localStorage: list(10_000, { name: 'a', value: 'b', more: 1 }) }] }],
        [
          { origins: [{ ...stored, localStorage: list(10_001, { name: 'a', value: 'b' }) }] },
          { origins: [{ ...stored, localStorage: [{ name: 'a' }] }] },
          { origins: [{ origin: 'https://a.example' }] },
        ],
      ],
    ],
  ],
  [
    'an overlay',
    overlayShape,
    [
      ['text', ['x', text(1000)], ['', text(1001)]],
      ['pages', ['first', '1'.padStart(1000)], ['none', '1'.padStart(1001)]],
      ['signature_field', ['x', text(100)], ['', text(101), 'a.b']],
      ['opacity', [0, 1], [-0.1, 1.1]],
      ['rotate', [-360, 360], [-361, 361]],
    ],
  ],
  [
    'the storage of a PDF',
    storageShape,
    [
      ['image_dpi', [36, 2400], [35, 2401]],
      ['image_quality', [1, 100], [0, 101]],
      ['attachments', [list(100, attachment)], [list(101, attachment)]],
      [
        'attachments',
        [[{ ...attachment, name: text(255) }]],
        [[{ ...attachment, name: text(256) }], [{ ...attachment, name: '' }]],
      ],
      [
        'attachments',
        [[{ ...attachment, name: '...' }]],
        [[{ ...attachment, name: '..' }], [{ ...attachment, name: 'a/b' }]],
      ],
      [
        'encrypt',
        [{ owner_password: text(127), user_password: text(127) }],
        [
          { owner_password: text(128), user_password: 'a' },
          { owner_password: '', user_password: 'a' },
          { owner_password: 'a', user_password: text(128) },
        ],
      ],
    ],
  ],
  [
    'a part',
    partShape,
    [
      ['fields', [fields(10_000), { a: text(32_767) }], [fields(10_001), { a: text(32_768) }, { a: {} }]],
      ['fields', [{ a: list(1000) }, { a: [text(32_767)] }], [{ a: list(1001) }, { a: [text(32_768)] }, { a: [1] }]],
      ['toc', [{ depth: 1 }, { depth: 6 }], [{ depth: 0 }, { depth: 7 }, { more: 1 }]],
    ],
  ],
  [
    'a signature',
    signShape,
    [
      ['reason', ['x', text(1000)], ['', text(1001), 'a\nb']],
      ['seal', ['a', text(63)], ['A', text(64)]],
    ],
  ],
  [
    'a page of a list',
    { properties: pageQuery('Things') },
    [
      ['limit', ['1', '9', '10', '99', '100'], ['0', '01', '101', '110', '']],
      ['after', [text(200)], [text(201)]],
    ],
  ],
  ['a background render', renderQuerySchema, [['wait_seconds', ['0', '9', '10', '29', '30'], ['31', '00', '-1', '']]]],
  [
    'the properties of a template',
    { properties: changeableProperties },
    [
      [
        'tags',
        [Array.from({ length: 20 }, (_, at) => `t${at}`), [text(40)]],
        [Array.from({ length: 21 }, (_, at) => `t${at}`), [text(41)], ['A']],
      ],
      ['slug', ['x'], ['']],
    ],
  ],
  ['a revision', revisionParamsSchema, [['revision', ['1', '9'.repeat(15)], ['0', '01', '9'.repeat(16)]]]],
  [
    'the search of a dashboard',
    templateSearchSchema,
    [
      ['search', [text(255)], [text(256)]],
      ['folder', ['', 'a'], ['A']],
    ],
  ],
  [
    'the log of a dashboard',
    renderLogQuerySchema,
    [
      ['key', [text(100)], [text(101)]],
      ['template', [text(100)], [text(101)]],
    ],
  ],
  ['an account', accountChangeSchema, [['account', ['x', text(255)], ['', text(256)]]]],
])('%s', (_what, schema, rows) => {
  const { properties } = schema as { properties: Record<string, object> };

  it.each(rows)('has limits for %s', (name, taken, refused) => {
    const check = ajv.compile(properties[name] ?? false);
    expect(taken.map((value) => [check(value), ajv.errorsText(check.errors)])).toEqual(
      taken.map(() => [true, 'No errors']),
    );
    expect(refused.map((value) => check(value))).toEqual(refused.map(() => false));
  });
});
