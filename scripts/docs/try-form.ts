import type { Route } from '../../src/contract/index.ts';
import type { Example } from './examples.ts';
import { type Html, html } from './html.ts';

/** A form that sends a request to the service of the page. `src/web/docs/try-it.ts` shows it and makes it work. */
export function buildTryForm({ method, body }: Route, example: Example): Html {
  const headers = Object.entries(example.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${method}">
<p>${method === 'GET' ? 'The request goes' : 'This sends a real request'} to this service with your key. The key stays in this page and is not stored.</p>
<label>API key<input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="platen_…" required></label>
<label>Path<input name="path" spellcheck="false" autocomplete="off" value="${example.path}" required></label>
<label>Headers<textarea name="headers" rows="${Math.max(1, headers.length)}" spellcheck="false" placeholder="Name: value">${headers.join('\n')}</textarea></label>
${body !== undefined && buildBodyField(example)}
<div class="buttons"><button>Send</button><span role="status"></span></div>
<div class="answer"></div>
</form>
</details>`;
}

function buildBodyField({ body }: Example): Html {
  const text = body === undefined ? '' : JSON.stringify(body, null, 2);
  const rows = Math.min(20, Math.max(3, text.split('\n').length));
  return html`<label>Body<textarea name="body" rows="${rows}" spellcheck="false">${text}</textarea></label>`;
}
