import { exchangeRaw } from '../exchange-raw.ts';
import { collectWords } from '../pdf-words.ts';
import type { Control, Row } from '../row.ts';

const about: Control = { none: 'it is about the finished file' };

/** A render whose PDF may not show something and must show something else, anywhere in it. */
function inspect(id: string, input: string, body: object, forbidden: RegExp, needed = /words/): Row {
  return {
    id,
    input,
    control: about,
    run: async (service) => {
      const answer = await service.render(body);
      if (answer.pdf === undefined) return [`answered ${answer.status} ${answer.text}`];
      const found = (await collectWords(answer.pdf)) + answer.pdf.toString('latin1');
      if (!needed.test(found)) return [`lacks ${needed}`];
      const bad = forbidden.exec(found);
      return bad === null ? [] : [`holds ${found.slice(Math.max(0, bad.index - 80), bad.index + 80)}`];
    },
  };
}

const links = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'chrome://version',
  'JAVASCRIPT:x',
  ' java\nscript:x',
  'vbscript:x',
];
const anchors = links.map((href) => `<a href="${href}">words</a>`).join(' ');
const late = `<script>onbeforeprint=()=>document.body.insertAdjacentHTML('beforeend',${JSON.stringify(anchors)})</script>`;
const active =
  /"(unsafeUrl|url)":"\s*(java|file|data|chrome|vbs)|\/(JS|JavaScript|Launch|EmbeddedFile|AcroForm|OpenAction|SubmitForm|AA)\b/i;

const nasty = ') >> /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (';

/** A PDF with every active thing that a document can have. */
function buildActivePdf(): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R/AA<</WC 5 0 R>>/Names<</JavaScript<</Names[(a)5 0 R]>>/EmbeddedFiles<</Names[(a)6 0 R]>>>>/AcroForm<</Fields[]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/AA<</O 5 0 R>>/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Annots[7 0 R 8 0 R 9 0 R]>>',
    '<</Length 42>>stream\nBT /F 12 Tf 10 10 Td (kept words) Tj ET    \nendstream',
    '<</S/JavaScript/JS(app.alert\\(1\\))>>',
    '<</Type/Filespec/F(a)/EF<</F 4 0 R>>>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(calc.exe)>>>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(javascript:alert)>>>>',
    '<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[0 0 9 9]/A<</S/SubmitForm/F(http://10.0.0.5/)>>>>',
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

function pdfPart(input: string, text: string): Row {
  return {
    id: 'P07',
    input,
    body: { parts: { pdf: base64(text) } },
    outcomes: ['REJECT', 'LIMIT', 'OK'],
    control: about,
  };
}

function refuse(id: string, input: string, body: object): Row {
  return { id, input, body, outcomes: ['REJECT'], control: about };
}

const fileNames: readonly [input: string, title: string][] = [
  ['quotes', 'a"b"; filename="evil.exe'],
  ['a line break', 'a\r\nSet-Cookie: x=y'],
  ['a path', '../../etc/passwd'],
  ['a path of Windows', '..\\..\\a:b'],
  ['a hidden file', '.bashrc'],
  ['bidi marks', 'a\u202egnp.exe\u2066'],
  ['300 characters', 'x'.repeat(300)],
  ['300 wide characters', '\u{1f600}'.repeat(300)],
  ['nothing that is left', '///'],
  ['encoded characters', 'a%2f%00%0d%0ab'],
];

/** What is in the finished PDF. */
export const outputRows: readonly Row[] = [
  inspect('P01', 'links of bad schemes', { parts: { html: `<p>${anchors}` } }, active),
  inspect('P01', 'links of bad schemes, added while printing', { parts: { html: `<p>words${late}` } }, active),
  inspect(
    'P02',
    'a title that closes its string',
    { parts: { html: '<p>words' }, metadata: { title: nasty, author: nasty } },
    /\n\/OpenAction|"openAction":\{/i,
  ),
  ...['\n', '\u0000', '\u001b', '\u009b'].map((mark) =>
    refuse('P02', `a control character in the title: ${JSON.stringify(mark)}`, {
      parts: { html: '<p>words' },
      metadata: { title: `a${mark}b` },
    }),
  ),
  refuse('P02', 'a title of 1 MB', { parts: { html: '<p>words' }, metadata: { title: 'x'.repeat(1_000_000) } }),
  inspect(
    'P03',
    'our own names in the file',
    {
      parts: {
        html: '<p>words<a href="/x">words</a><a href="#y">words</a><form action="/z"><input></form><title>words</title>',
      },
    },
    /\.invalid|\/mnt\/|\/tmp\/|profile-|\/JS\b|\/AcroForm/,
  ),
  ...fileNames.map(
    ([input, title]): Row => ({
      id: 'P04',
      input: `a file name made from ${input}`,
      control: about,
      run: async (service) => {
        const body = JSON.stringify({ parts: { html: '<p>words' }, metadata: { title } });
        const head = `POST /api/v1/renderers/pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.a}\r\nAccept: application/pdf\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}`;
        const [fields = ''] = (await exchangeRaw(service, `${head}\r\n\r\n${body}`, 5_000)).split('\r\n\r\n');
        if (fields.startsWith('HTTP/1.1 422')) return [];
        const disposition = /^content-disposition: (.*)$/im;
        const names = /^inline; filename="([^"]*)"(?:; filename\*=UTF-8''([!-~]*))?$/.exec(
          disposition.exec(fields)?.[1] ?? '',
        );
        if (!fields.startsWith('HTTP/1.1 200') || names === null) return [`answered ${fields}`];
        if (/set-cookie|evil/i.test(fields.replace(disposition, ''))) return [`its own line: ${fields}`];
        const name = decodeURIComponent(names[2] ?? names[1] ?? '');
        return /^[^.\p{C}/\\"][^\p{C}/\\"]{0,102}\.pdf$/u.test(name) ? [] : [`is called ${JSON.stringify(name)}`];
      },
    }),
  ),
  refuse('P05', 'an empty list', { parts: [] }),
  refuse('P05', '10 000 parts', { parts: Array.from({ length: 10_000 }, () => ({ html: 'x' })) }),
  {
    id: 'P05',
    input: 'one huge part',
    body: { parts: [{ html: '<p>words' }, { html: `<p>words${'<b>x</b>'.repeat(3_000_000)}` }] },
    outcomes: ['REJECT', 'LIMIT'],
    control: about,
  },
  {
    id: 'P05',
    input: 'one failing part',
    control: about,
    run: async (service) => {
      const answer = await service.render({ parts: [{ html: '<p>words' }, 'http://10.0.0.5/', { html: '<p>words' }] });
      return answer.code === 'address_not_allowed' && /"part":1\b/.test(answer.text) ? [] : [answer.text];
    },
  },
  inspect(
    'P06',
    'a PDF with every active thing',
    { parts: { pdf: base64(buildActivePdf()) } },
    // An attached file is data that nothing opens by itself, and stays.
    /\/(JS|JavaScript|Launch|OpenAction|SubmitForm)\b|app\.alert|calc\.exe|javascript:/i,
    /kept words/,
  ),
  pdfPart('truncated', buildActivePdf().slice(0, 700)),
  pdfPart('no PDF', 'hello'),
  pdfPart('a million pages', buildActivePdf().replace('/Count 1', '/Count 1000000')),
  pdfPart('a circular page tree', buildActivePdf().replace('/Kids[3 0 R]', '/Kids[2 0 R]')),
  pdfPart(
    'noise',
    `%PDF-1.7\n${Array.from({ length: 50_000 }, (_, i) => String.fromCharCode((i * 7919) & 255)).join('')}`,
  ),
];
