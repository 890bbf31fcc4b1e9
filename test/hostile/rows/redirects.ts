import type { Control, RenderRow, Row } from '../row.ts';

const chromiumRefuses: Control = { none: 'Chromium itself refuses it' };
const nothingToHit: Control = { none: 'it leads nowhere forbidden' };

function site(path: string, values: Record<string, string> = {}): string {
  return `http://public.test/${path}?${new URLSearchParams(values)}`;
}

const wait = { options: { wait_for: { delay_ms: 400 } } };
const statuses = ['301', '302', '303', '307', '308'];
const elsewhere = [
  'file:///etc/passwd',
  'view-source:http://public.test/',
  'data:text/html,words',
  'chrome://version/',
  'javascript:1',
];

function storm(name: string, script: string): RenderRow {
  const body = { parts: site('html', { html: `<p>words<script>${script}</script>` }) };
  return { id: 'R05', input: name, body, outcomes: ['OK', 'LIMIT', 'REJECT'], control: nothingToHit };
}

/** Redirects and navigation. */
export const redirectRows: readonly Row[] = [
  ...statuses.flatMap((status): Row[] => {
    const away = site(`redirect/${status}`, { to: 'http://127.0.0.1/' });
    return [
      {
        id: 'R01',
        input: `${status} of the main document`,
        body: { parts: away },
        outcomes: ['REJECT'],
        code: 'address_not_allowed',
        control: 'hit',
      },
      {
        id: 'R01',
        input: `${status} of an image`,
        body: { parts: site('html', { html: `<p>words<img src="${away}">` }) },
        outcomes: ['DROP'],
        control: 'hit',
      },
    ];
  }),
  {
    id: 'R01',
    input: '302 of a main document over https',
    body: { parts: site('redirect/302', { to: 'https://127.0.0.1/' }).replace('http:', 'https:') },
    outcomes: ['REJECT'],
    code: 'address_not_allowed',
    control: 'hit',
    service: 'trusting',
  },
  ...elsewhere.map(
    (to): Row => ({
      id: 'R02',
      input: to,
      body: { parts: site('redirect/302', { to }) },
      outcomes: ['REJECT'],
      control: chromiumRefuses,
    }),
  ),
  {
    id: 'R03',
    input: '30 hops',
    body: { parts: site('chain/30') },
    outcomes: ['LIMIT', 'REJECT'],
    control: nothingToHit,
  },
  { id: 'R03', input: 'a loop', body: { parts: site('loop') }, outcomes: ['LIMIT', 'REJECT'], control: nothingToHit },
  {
    id: 'R04',
    input: 'meta refresh of a web page',
    body: {
      parts: site('html', { html: '<p>words<meta http-equiv=refresh content="0;url=http://169.254.169.254/">' }),
      ...wait,
    },
    outcomes: ['REJECT', 'OK'],
    control: 'hit',
  },
  {
    id: 'R04',
    input: 'meta refresh of an html part',
    body: {
      parts: { html: '<p>words<meta http-equiv=refresh content="0;url=http://169.254.169.254/">' },
      ...wait,
    },
    outcomes: ['REJECT', 'OK'],
    control: 'hit',
  },
  {
    id: 'R04',
    input: 'a script that leaves',
    body: {
      parts: site('html', { html: '<p>words<script>setTimeout(()=>{location="http://169.254.169.254/"})</script>' }),
      ...wait,
    },
    outcomes: ['REJECT', 'OK'],
    control: 'hit',
  },
  {
    id: 'R04',
    input: 'a script that leaves while printing',
    body: {
      parts: site('html', { html: '<p>words<script>onbeforeprint=()=>{location="http://169.254.169.254/"}</script>' }),
    },
    outcomes: ['REJECT', 'OK'],
    control: { none: 'the page is printed and gone before it leaves' },
  },
  storm('pushState', 'setInterval(()=>{for(let i=0;i<50;i++)history.pushState(0,"","?"+Math.random())},1)'),
  storm('hash', 'setInterval(()=>{location.hash=Math.random()},1)'),
  storm('reload', 'location.reload()'),
  {
    id: 'R06',
    input: '401 that asks for a password',
    body: { parts: site('status/401', { fields: '{"WWW-Authenticate":"Basic realm=x"}' }) },
    outcomes: ['REJECT'],
    control: nothingToHit,
  },
  {
    id: 'R06',
    input: '407 that asks for a password of the proxy',
    body: { parts: site('status/407', { fields: '{"Proxy-Authenticate":"Basic realm=x"}' }) },
    outcomes: ['REJECT'],
    control: nothingToHit,
  },
  { id: 'R07', input: '204', body: { parts: site('status/204') }, outcomes: ['REJECT'], control: nothingToHit },
  {
    id: 'R07',
    input: 'an attachment',
    body: { parts: site('html', { html: 'x', fields: '{"Content-Disposition":"attachment"}' }) },
    outcomes: ['REJECT'],
    control: nothingToHit,
  },
  { id: 'R07', input: 'a PDF', body: { parts: site('pdf') }, outcomes: ['OK'], control: nothingToHit },
  {
    id: 'R08',
    input: '404',
    body: { parts: site('status/404') },
    outcomes: ['REJECT'],
    code: 'page_failed',
    control: nothingToHit,
  },
  {
    id: 'R08',
    input: '500',
    body: { parts: site('status/500') },
    outcomes: ['REJECT'],
    code: 'page_failed',
    control: nothingToHit,
  },
  {
    id: 'R09',
    input: 'words of the proxy in any output',
    control: nothingToHit,
    run: async (service) => {
      const urls = [
        'http://10.0.0.5/',
        'https://10.0.0.5/',
        site('redirect/302', { to: 'http://10.0.0.5/' }),
        site('redirect/302', { to: 'https://10.0.0.5/' }),
      ];
      const answers = await Promise.all(urls.map((parts) => service.render({ parts })));
      return answers
        .filter(({ code, text }) => code !== 'address_not_allowed' || /proxy|tunnel|ERR_|10\.0\.0\.5/i.test(text))
        .map(({ text }) => text);
    },
  },
];
