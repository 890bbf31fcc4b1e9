// The page of a preview: follows what the server tells and shows it.
import { createEditor } from './editor.js';
import { createPages } from './pages.js';

const at = (id) => document.getElementById(id);
const pages = createPages(at('stage'), at('pages'), (zoom) => {
  at('fit').textContent = zoom === null ? 'Fit' : `${Math.round(zoom * 100)}%`;
});
const editor = createEditor(
  { text: at('text'), paint: at('paint'), said: at('said'), revert: at('revert'), save: at('save'), file: at('file') },
  {
    send: (text) => post('context', { template: chosen, text }),
    save: (text, base) => post('save', { template: chosen, text, base }),
  },
);

let chosen;
let stream;
let shownPdf;

function follow(slug) {
  stream?.close();
  if (slug !== chosen) {
    chosen = slug;
    shownPdf = undefined;
    editor.forget();
    at('stage').scrollTop = 0;
  }
  stream = new EventSource(slug === undefined ? 'events' : `events?template=${encodeURIComponent(slug)}`);
  stream.onmessage = ({ data }) => showAll(JSON.parse(data));
  stream.onopen = () => {
    at('gone').hidden = true;
  };
  stream.onerror = () => {
    at('gone').hidden = false;
    setLight('bad', false);
  };
}

function showAll({ templates, preview }) {
  chosen ??= preview.slug;
  showList(templates, preview);
  showFacts(preview);
  showError(preview.error);
  showWarnings(preview);
  editor.take(preview.context);
  void showPdf(preview);
}

function showList(templates, { slug, name, error }) {
  const many = templates.length > 1;
  document.title = `${error ? '✕ ' : ''}${name} – platen`;
  at('name').textContent = name;
  at('list').hidden = !many;
  at('choice').hidden = !many;
  document.querySelector('.title').classList.toggle('many', many);
  if (!many) return;
  const buttons = templates.map((template) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = template.name;
    button.title = template.shown;
    button.dataset.slug = template.slug;
    if (template.slug === slug) button.setAttribute('aria-current', 'true');
    if (template.error) {
      const mark = document.createElement('span');
      mark.className = 'bad';
      mark.textContent = '✕';
      mark.setAttribute('aria-label', 'has an error');
      button.append(mark);
    }
    const item = document.createElement('li');
    item.append(button);
    return item;
  });
  const focused = document.activeElement?.dataset?.slug;
  at('templates').replaceChildren(...buttons);
  if (focused)
    at('templates')
      .querySelector(`[data-slug="${CSS.escape(focused)}"]`)
      ?.focus();
  const choices = templates.map(
    ({ slug: value, name, error }) => new Option(`${name}${error ? ' ✕' : ''}`, value, false, value === slug),
  );
  if (document.activeElement !== at('choice')) at('choice').replaceChildren(...choices);
}

function showFacts({ busy, error, pdf, warnings }) {
  const facts = pdf
    ? `${pdf.pages} ${pdf.pages === 1 ? 'page' : 'pages'} · ${formatBytes(pdf.bytes)} · ${formatTime(pdf.ms)}`
    : busy
      ? 'Rendering…'
      : '';
  at('facts').textContent = error ? 'Not rendered' : facts;
  at('last').hidden = !error || !pdf;
  setLight(error ? 'bad' : warnings.length > 0 ? 'warn' : pdf ? 'good' : '', busy);
  at('pages').classList.toggle('old', Boolean(error));
  at('download').hidden = !pdf;
  if (pdf) at('download').href = `document.pdf?template=${encodeURIComponent(chosen)}&version=${pdf.version}&download`;
}

function setLight(kind, busy) {
  at('light').className = `light ${kind}${busy ? ' busy' : ''}`;
}

function showError(error) {
  at('error').hidden = !error;
  if (!error) return;
  const { file, line, column, message, source = [], why, fix } = error;
  at('place').textContent = [file, line, column].filter((one) => one !== undefined).join(':');
  at('place').hidden = file === undefined;
  at('problem').textContent = message.replace(/^[a-z](?=[a-z]*[ ,:])/, (letter) => letter.toUpperCase());
  at('source').hidden = source.length === 0;
  at('source').replaceChildren(...source.map((one) => buildLine(one, line, column)));
  for (const [id, text] of [
    ['why', why],
    ['fix', fix],
  ]) {
    at(id).hidden = text === undefined;
    at(id).textContent = text ?? '';
  }
}

function buildLine({ number, text }, line, column) {
  const row = document.createElement('div');
  const label = document.createElement('span');
  label.className = 'number';
  label.textContent = number;
  const words = document.createElement('span');
  words.textContent = text;
  if (number === line) {
    row.className = 'here';
    if (column !== undefined) {
      const word = /^(?:\{\{.*?\}\}|\{%.*?%\}|[\w.]+|.)/.exec(text.slice(column - 1))?.[0];
      if (word) {
        const mark = document.createElement('mark');
        mark.textContent = word;
        words.replaceChildren(text.slice(0, column - 1), mark, text.slice(column - 1 + word.length));
      }
    }
  }
  row.append(label, words);
  return row;
}

function showWarnings({ warnings, error }) {
  at('warnings').hidden = warnings.length === 0 || Boolean(error);
  at('count').textContent = `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`;
  at('warning-list').replaceChildren(
    ...warnings.map(({ message, file, line }) => {
      const item = document.createElement('li');
      const text = document.createElement('span');
      text.textContent = message;
      item.append(text);
      if (file && line !== undefined) {
        const place = document.createElement('code');
        place.textContent = `${file}:${line}`;
        item.append(place);
      }
      return item;
    }),
  );
}

async function showPdf({ slug, pdf }) {
  const wanted = pdf && `${slug} ${pdf.version}`;
  // The pages of another template are no older state of this one.
  if (!wanted && shownPdf === undefined) pages.clear();
  if (!wanted || wanted === shownPdf) return;
  shownPdf = wanted;
  await pages.show(`document.pdf?template=${encodeURIComponent(slug)}&version=${pdf.version}`).catch(() => {
    shownPdf = undefined;
  });
}

async function post(name, body) {
  const response = await fetch(name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) ?? {};
  if (response?.ok) return answer;
  const { error } = answer;
  throw Object.assign(new Error(error?.message ?? 'platen does not answer.'), { code: error?.code });
}

function formatBytes(bytes) {
  return bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function formatTime(ms) {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function openValues(open) {
  at('values').hidden = !open;
  at('toggle').setAttribute('aria-expanded', String(open));
  (open ? at('text') : at('toggle')).focus();
}

function choose(slug) {
  history.replaceState(null, '', `#${encodeURIComponent(slug)}`);
  follow(slug);
}

at('larger').addEventListener('click', pages.larger);
at('smaller').addEventListener('click', pages.smaller);
at('fit').addEventListener('click', pages.fit);
at('toggle').addEventListener('click', () => openValues(at('values').hidden));
at('close').addEventListener('click', () => openValues(false));
at('values').addEventListener('keydown', (event) => {
  if (event.key === 'Escape') openValues(false);
});
at('choice').addEventListener('change', () => choose(at('choice').value));
at('templates').addEventListener('click', ({ target }) => {
  const { slug } = target.closest('button')?.dataset ?? {};
  if (slug !== undefined) choose(slug);
});
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('textarea, select, input')) return;
  if (event.key === '+' || event.key === '=') pages.larger();
  if (event.key === '-') pages.smaller();
  if (event.key === '0') pages.fit();
});

follow(location.hash.length > 1 ? decodeURIComponent(location.hash.slice(1)) : undefined);
