import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { overlaysSchema } from '../../src/contract/fields/overlay-schema.ts';
import { formats } from '../../src/contract/formats.ts';
import { labelNameSchema, revisionNumberSchema } from '../../src/contract/templates/revision-schema.ts';
import { templateCreationSchema, templateUpdateSchema } from '../../src/contract/templates/template-schema.ts';
import { setNameSchema, valueSetsUpdateSchema } from '../../src/contract/templates/value-set-schema.ts';
import {
  webhookCreationSchema,
  webhookRotationSchema,
  webhookUpdateSchema,
} from '../../src/contract/webhook-schema.ts';

const ajv = new Ajv2020({ strict: false, formats: { ...formats, 'date-time': true } });
const text = (length: number) => 'x'.repeat(length);
const list = (length: number, item: unknown = 'x') => Array.from({ length }, () => item);
const fields = (length: number, value: unknown = 'x') =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`n${at}`, value]));

it.each<[string, object, unknown[], unknown[]]>([
  ['overlays', overlaysSchema, [list(20, {})], [list(21, {})]],
  ['the name of a label', labelNameSchema, ['a', `a${'9'.repeat(63)}`], ['1', `a${'9'.repeat(64)}`, 'A', '']],
  ['the number of a revision', revisionNumberSchema, [1, Number.MAX_SAFE_INTEGER], [0, 2 ** 53, 1.5]],
  ['the name of values', setNameSchema, ['a', 'a b', text(100)], ['', '.a', 'a.', ' a', 'a ', 'a/b', 'a:b', text(101)]],
  [
    'the creation of a template',
    templateCreationSchema,
    [{ template: { name: 'x' } }, { template: { name: text(255) } }],
    [
      {},
      { template: {} },
      { template: { name: '' } },
      { template: { name: text(256) } },
      { template: { name: 'x', id: 1 } },
    ],
  ],
  [
    'the update of a template',
    templateUpdateSchema,
    [{ template: { content: '' } }],
    [{ template: {} }, { template: { slug: 'x' } }, { template: { name: '' } }, { template: { name: 'x' }, more: 1 }],
  ],
  [
    'the update of values',
    valueSetsUpdateSchema,
    [{ values: { schema: null } }, { values: { sets: fields(100, null) } }, { values: { sets: { a: {} } } }],
    [
      { values: {} },
      { values: { sets: {} } },
      { values: { sets: fields(101, null) } },
      { values: { sets: { '.a': {} } } },
    ],
  ],
  [
    'the creation of a webhook',
    webhookCreationSchema,
    [{ webhook: { address: `https://a.example/${text(2030)}`, events: ['render.done'] } }],
    [
      { webhook: {} },
      { webhook: { address: `https://a.example/${text(2031)}` } },
      { webhook: { address: 'https://a.example', events: [] } },
      { webhook: { address: 'https://a.example', events: ['render.done', 'render.done'] } },
      { webhook: { address: 'https://a.example', enabled: true } },
    ],
  ],
  [
    'the update of a webhook',
    webhookUpdateSchema,
    [{ webhook: { enabled: false } }],
    [{ webhook: {} }, { webhook: { id: 1 } }],
  ],
  [
    'the new secret of a webhook',
    webhookRotationSchema,
    [{ rotation: {} }, { rotation: { overlap_seconds: 0 } }, { rotation: { overlap_seconds: 2_592_000 } }],
    [{ rotation: { overlap_seconds: -1 } }, { rotation: { overlap_seconds: 2_592_001 } }, { rotation: { more: 1 } }],
  ],
])('%s has limits', (_what, schema, taken, refused) => {
  const check = ajv.compile('items' in schema ? { ...schema, items: {} } : schema);
  expect(taken.map((value) => [check(value), ajv.errorsText(check.errors)])).toEqual(
    taken.map(() => [true, 'No errors']),
  );
  expect(refused.map((value) => check(value))).toEqual(refused.map(() => false));
});
