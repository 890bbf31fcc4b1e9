import { autocompletion, type Completion } from '@codemirror/autocomplete';
import { html, htmlCompletionSource } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid, liquidCompletionSource } from '@codemirror/lang-liquid';
import type { Extension } from '@codemirror/state';
import { listNames } from './context-names.ts';

/** `template` is HTML with Liquid. */
export type EditorLanguage = 'template' | 'json';

/** The language with its completion. Names come from the values of the preview context, as they are when asked. */
export function chooseLanguage(language: EditorLanguage, readValues: () => unknown): Extension {
  if (language === 'json') return [json(), autocompletion({ icons: false })];
  return [
    liquid({ base: html() }),
    autocompletion({
      icons: false,
      override: [
        (context) => {
          const before = context.state.sliceDoc(0, context.pos);
          return liquidCompletionSource({
            filters: paperFilters,
            variables: listNames(readValues(), [], before),
            properties: (path) => listNames(readValues(), path, before),
          })(context);
        },
        htmlCompletionSource,
      ],
    }),
  ];
}

/** What platen adds to the filters of Liquid, for completion. */
export const paperFilters: Completion[] = [
  { label: 'money', detail: '"EUR", "de-DE"', info: 'An amount as a country writes it' },
  { label: 'number', detail: '"de-DE"', info: 'A number as a country writes it' },
  { label: 'percent', detail: '"de-DE"', info: 'A share as a country writes it' },
  { label: 'date_in', detail: '"de-DE", "long"', info: 'A date as a country writes it' },
  { label: 'qr_code', detail: '"30mm"', info: 'A QR code of a text or a URL' },
  { label: 'barcode', detail: '"ean13"', info: 'A barcode of an article number' },
  { label: 'json', info: 'The value as JSON' },
  { label: 'raw', info: 'The value without HTML escaping' },
].map((filter) => ({ ...filter, type: 'function' }));
