import type { CheckedValuesAnswer, ValueSets, ValueSetsChanges } from '../../../../contract/index.ts';
import { call, fetchAnswer } from '../../../api.ts';

const path = '/api/v1/templates/{id}/values';

/** The named values of a template and their schema. */
export async function loadValueSets(id: string, signal?: AbortSignal): Promise<ValueSets> {
  return (await call<{ data: ValueSets }>('GET', path, { id, signal })).data;
}

/** Changes those of a template that is as `etag` says. Throws `template_changed`. */
export async function changeValueSets(
  id: string,
  values: ValueSetsChanges,
  etag: string,
): Promise<{ sets: ValueSets; etag: string }> {
  const response = await fetchAnswer('PATCH', path, { id, body: { values }, etag });
  const { data } = (await response.json()) as { data: ValueSets };
  return { sets: data, etag: response.headers.get('etag') ?? '' };
}

/** What is wrong with values by a schema. */
export async function checkValues(schema: object, values: object, signal: AbortSignal): Promise<CheckedValuesAnswer> {
  const body = { schema, values };
  return (await call<{ data: CheckedValuesAnswer }>('POST', '/api/dashboard/values', { body, signal })).data;
}
