import { showBytes, showTime } from '../parts/format.ts';

// The forms of /docs that send a request. The API key is in the fields of the page and in the request, and nowhere else.

/** Response headers that are the same for every request, or speak to the browser alone. */
const unshown =
  /^(cache-control|connection|content-length|content-security-policy|cross-origin-.*|date|keep-alive|permissions-policy|referrer-policy|strict-transport-security|transfer-encoding|vary|x-content-type-options|x-frame-options)$/;

for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) {
  const section = form.closest('details');
  if (section) section.hidden = false;
  openForm(form);
}

/** Every operation has a field for the key; writing into one writes into all. */
function shareKey(key: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('.try input[name=key]')) field.value = key;
}

function openForm(form: HTMLFormElement): void {
  const read = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value;
  const send = form.querySelector('button') as HTMLButtonElement;
  const status = form.querySelector('[role=status]') as HTMLElement;
  const answer = form.querySelector('.answer') as HTMLElement;
  let pdf: string | undefined;

  form.querySelector('[name=key]')?.addEventListener('input', () => shareKey(read('key') ?? ''));
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    answer.replaceChildren();
    if (pdf !== undefined) URL.revokeObjectURL(pdf);
    pdf = undefined;
    status.textContent = 'Sending…';
    try {
      const started = performance.now();
      const response = await fetch(locate(read('path') ?? ''), {
        method: form.dataset.method ?? 'GET',
        headers: readHeaders(read('key') ?? '', read('headers') ?? '', read('body') !== undefined),
        body: readBody(read('body')),
        // Only the key counts here: a session of the dashboard is left out.
        credentials: 'omit',
        cache: 'no-store',
      });
      const bytes = await response.blob();
      const code = `${response.status} ${response.statusText}`.trim();
      const facts = [code, showTime(performance.now() - started), ...(bytes.size > 0 ? [showBytes(bytes.size)] : [])];
      status.textContent = facts.join(', ');
      answer.append(listHeaders(response.headers));
      if (bytes.type === 'application/pdf') {
        pdf = URL.createObjectURL(bytes);
        answer.append(...showPdf(pdf, response.headers));
      } else if (bytes.size > 0) answer.append(showText(await bytes.text()));
    } catch (error) {
      status.textContent = `Not sent: ${(error as Error).message}`;
    } finally {
      send.disabled = false;
    }
  });
}

/** The address of a path of this service, which a proxy may serve below a path. */
function locate(path: string): URL {
  const address = new URL(path.trim().replace(/^\/+/, ''), document.baseURI);
  if (address.origin !== location.origin) throw new Error('the path must begin with /api/v1/');
  return address;
}

function readHeaders(key: string, lines: string, hasBody: boolean): Headers {
  const headers = new Headers({ authorization: `Bearer ${key.trim()}` });
  if (hasBody) headers.set('content-type', 'application/json');
  for (const line of lines.split('\n').filter((line) => line.trim() !== '')) {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Error(`"${line.trim()}" is not a header such as Name: value`);
    headers.set(name.trim(), value.trim());
  }
  return headers;
}

function readBody(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null;
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Error(`the body is not JSON (${(error as Error).message})`);
  }
  return text;
}

function listHeaders(headers: Headers): HTMLElement {
  const list = document.createElement('dl');
  for (const [name, value] of headers) {
    if (unshown.test(name)) continue;
    list.append(write('dt', name), write('dd', value));
  }
  return list;
}

/** A PDF in place, if the browser can show one, and links to open and save it. */
function showPdf(address: string, headers: Headers): HTMLElement[] {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
  const save = Object.assign(write('a', `Download ${name}`), { href: address, download: name });
  const open = Object.assign(write('a', 'Open in a new tab'), { href: address, target: '_blank' });
  const links = document.createElement('p');
  links.className = 'links';
  links.append(save, open);
  if (!navigator.pdfViewerEnabled) return [links];
  const frame = document.createElement('iframe');
  frame.title = name;
  // The pages alone: beside a list of them little room is left.
  frame.src = `${address}#navpanes=0`;
  return [links, frame];
}

function showText(text: string): HTMLElement {
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.append(write('code', indent(text)));
  return shown;
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function write<Name extends 'a' | 'code' | 'dd' | 'dt'>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
