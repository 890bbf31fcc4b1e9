import type { ValueSets, ValueSetsChanges } from '../../contract/index.ts';
import type { CallOptions } from '../options/client-options.ts';

/** Calls for named values of templates and the schemas of all their values. Each change is a revision. They reject with `ServiceError`. */
export interface ValueSetClient {
  /** Those of a revision. Default: the newest. */
  getValueSets(
    id: string,
    query?: { revision?: number | undefined; label?: string | undefined },
    options?: CallOptions,
  ): Promise<ValueSets>;
  /**
   * Stores, replaces and deletes several in one revision.
   *
   * @example
   * await client.updateValueSets(id, { sets: { minimal: { number: 7 }, old: null } });
   */
  updateValueSets(id: string, changes: ValueSetsChanges, options?: CallOptions): Promise<ValueSets>;
  setValueSet(id: string, name: string, values: object, options?: CallOptions): Promise<ValueSets>;
  deleteValueSet(id: string, name: string, options?: CallOptions): Promise<void>;
  /**
   * Stores the schema that the values of a render must follow.
   *
   * @example
   * await client.setValuesSchema(id, { required: ['number'], properties: { number: { type: 'integer' } } });
   */
  setValuesSchema(id: string, schema: object, options?: CallOptions): Promise<ValueSets>;
  deleteValuesSchema(id: string, options?: CallOptions): Promise<void>;
}
