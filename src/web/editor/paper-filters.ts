import type { Completion } from '@codemirror/autocomplete';

/** What platen adds to the filters of Liquid, for completion. */
export const paperFilters: Completion[] = [
  { label: 'money', detail: '"EUR", "de-DE"', info: 'An amount as a country writes it' },
  { label: 'number', detail: '"de-DE"', info: 'A number as a country writes it' },
  { label: 'percent', detail: '"de-DE"', info: 'A share as a country writes it' },
  { label: 'date_in', detail: '"de-DE", "long"', info: 'A date as a country writes it' },
  { label: 'qr_code', detail: '"30mm"', info: 'A QR code of a text or an address' },
  { label: 'barcode', detail: '"ean13"', info: 'A barcode of an article number' },
  { label: 'json', info: 'The value as JSON' },
  { label: 'raw', info: 'The value as it is, without escaping HTML' },
].map((filter) => ({ ...filter, type: 'function' }));
