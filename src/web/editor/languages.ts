import { autocompletion } from '@codemirror/autocomplete';
import { html, htmlCompletionSource } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid, liquidCompletionSource } from '@codemirror/lang-liquid';
import type { Extension } from '@codemirror/state';
import { listNames } from './context-names.ts';
import { paperFilters } from './paper-filters.ts';

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
