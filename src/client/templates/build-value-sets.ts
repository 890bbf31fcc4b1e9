import type { ValueSets } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import { writeListQuery } from '../options/write-list-query.ts';
import { readerOf } from '../receive/receive-json.ts';
import { receiveNothing } from '../receive/receive-template.ts';
import type { ValueSetClient } from './value-set-client.ts';

/** The calls for named values and schemas, made of the `call` of a client. */
export function buildValueSets(call: Call): ValueSetClient {
  return {
    getValueSets: async (id, filter, choices) =>
      call('getValueSets', { id, query: writeListQuery(filter, 'revision', 'label') }, receiveSets, choices),
    updateValueSets: (id, values, choices) => call('updateValueSets', { id, body: { values } }, receiveSets, choices),
    setValueSet: (id, set, values, choices) =>
      call('setValueSet', { id, params: { set }, body: { values } }, receiveSets, choices),
    deleteValueSet: (id, set, choices) => call('deleteValueSet', { id, params: { set } }, receiveNothing, choices),
    setValuesSchema: (id, schema, choices) => call('setValuesSchema', { id, body: { schema } }, receiveSets, choices),
    deleteValuesSchema: (id, choices) => call('deleteValuesSchema', { id }, receiveNothing, choices),
  };
}

const receiveSets = readerOf<ValueSets>('the values of a template');
