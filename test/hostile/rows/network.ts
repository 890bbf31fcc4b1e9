import { listPorts } from '../footprint.ts';
import { collectWords } from '../pdf-words.ts';
import type { Control, RenderRow, Row } from '../row.ts';

/** A destination: its row, the address to reach it, and what switching the rules off does. */
type Destination = [id: string, url: string, control?: Control];

const hit: Control = 'hit';
const unreachable: Control = { none: 'the kernel dials no such address' };
const notAnAddress: Control = { none: 'no parser makes a host of it' };
const ownPort: Control = { none: 'own listeners are refused at every level' };

/** Destinations of the list, N01 to N22, N26. */
const destinations: readonly Destination[] = [
  ['N01', 'http://127.0.0.1:8080/'],
  ['N01', 'http://127.0.0.1/'],
  ['N02', 'http://localhost/'],
  ['N02', 'http://LOCALHOST/'],
  ['N02', 'http://localhost./'],
  ['N02', 'http://a.localhost/'],
  ['N03', 'http://2130706433/'],
  ['N04', 'http://0x7f000001/'],
  ['N04', 'http://0x7f.0.0.1/'],
  ['N05', 'http://0177.0.0.1/'],
  ['N05', 'http://017700000001/'],
  ['N06', 'http://0/'],
  ['N06', 'http://0.0.0.0/'],
  ['N06', 'http://0.1/'],
  ['N07', 'http://[::1]/'],
  ['N07', 'http://[::]/'],
  ['N08', 'http://[::ffff:127.0.0.1]/'],
  ['N08', 'http://[::ffff:7f00:1]/'],
  ['N08', 'http://[0000:0000:0000:0000:0000:ffff:7f00:0001]/'],
  ['N09', 'http://[::127.0.0.1]/'],
  ['N10', 'http://[64:ff9b::a9fe:a9fe]/'],
  ['N10', 'http://[64:ff9b:1::7f00:1]/'],
  ['N11', 'http://[2002:a9fe:a9fe::]/'],
  ['N12', 'http://[fe80::1]/', unreachable],
  ['N12', 'http://[fec0::1]/'],
  ['N12', 'http://[fc00::1]/'],
  ['N12', 'http://[ff02::1]/', unreachable],
  ['N13', 'http://169.254.169.254/latest/meta-data/'],
  ['N13', 'http://2852039166/'],
  ['N13', 'http://0xa9fea9fe/'],
  ['N13', 'http://0251.0376.0251.0376/'],
  ['N13', 'http://169.254.43518/'],
  ['N14', 'http://168.63.129.16/'],
  ['N15', 'http://metadata.google.internal/'],
  ['N15', 'http://metadata/'],
  ...[
    '10.0.0.0',
    '10.128.0.1',
    '10.255.255.255',
    '172.16.0.0',
    '172.24.0.1',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.128.1',
    '192.168.255.255',
  ].map((address): Destination => ['N16', `http://${address}/`]),
  ...['198.18.0.1', '192.0.2.1', '203.0.113.1', '240.0.0.1'].map(
    (address): Destination => ['N17', `http://${address}/`],
  ),
  ['N17', 'http://224.0.0.1/', unreachable],
  ['N17', 'http://255.255.255.255/', unreachable],
  ['N18', 'http://user:pw@127.0.0.1/'],
  ['N18', 'http://example.com@127.0.0.1/'],
  ['N20', 'http://127.0.0.1%00.example.com/', notAnAddress],
  ['N20', 'http://[::1%25lo]/', notAnAddress],
  ['N20', 'http://425.510.425.510/', notAnAddress],
  ['N20', 'http:///x', { none: 'the name x does not resolve' }],
  ['N21', 'http://198.51.100.2/'],
  ['N21', 'http://[2001:db8:1::2]/'],
  ['N22', 'http://public.test:22/', { none: 'Chromium itself refuses the port' }],
  ['N22', 'http://public.test:25/', { none: 'Chromium itself refuses the port' }],
  ['N22', 'http://public.test:6379/'],
  ['N22', 'http://public.test:9200/'],
  ['N22', 'http://public.test:2375/'],
  ['N23', 'http://mixed.test/'],
  ['N23', 'http://mixed6.test/'],
  ['N26', 'http://alias.test/'],
  ['N26', 'http://127-0-0-1.wild.test/'],
];

/** A page with the address as image, frame and fetch. An https page may load http from no public host, so both are tried. */
function embed(url: string): string {
  const secure = url.replace('http:', 'https:').replace(':8080', '');
  const tags = [url, secure].map((address) => {
    const text = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const get = `fetch(${JSON.stringify(address)}).then(r => r.text()).then(t => document.body.append(t), () => {})`;
    return `<img src="${text}"><iframe src="${text}"></iframe><script>${get}</script>`;
  });
  return `<p>own words${tags.join('')}`;
}

function expand([id, url, control = hit]: Destination): RenderRow[] {
  const wait = { options: { wait_for: { delay_ms: 150 } } };
  return [
    { id, input: `${url} as part`, body: { parts: url }, outcomes: ['REJECT'], control },
    {
      id,
      input: `${url} in html`,
      body: { parts: { html: embed(url) }, ...wait },
      // What cannot be parsed is not even asked for, so nobody knows that it is missing.
      outcomes: control === notAnAddress ? ['SILENT'] : ['DROP'],
      control: url.includes('@') ? { none: 'Chromium itself refuses user information there' } : control,
    },
  ];
}

/** Whether public ports are contacted does not count as a hit by address, so these rows look at the port themselves. */
const ports = new Set(['22', '25', '6379', '9200', '2375']);

function withPortCheck(row: RenderRow): Row {
  const port = /public\.test:(\d+)/.exec(row.input)?.[1];
  if (port === undefined || !ports.has(port)) return row;
  return {
    id: row.id,
    input: row.input,
    control: row.control,
    run: async (service, hits) => {
      const answer = await service.render(row.body);
      const wrong = hits().some((hit) => hit.port === Number(port)) ? [`contact with port ${port}`] : [];
      const expected = row.outcomes[0] === 'REJECT' ? 422 : 200;
      return answer.status === expected ? wrong : [...wrong, `answered ${answer.status} ${answer.text}`];
    },
  };
}

const lookalikes: readonly RenderRow[] = ['http://127.0.0.1%23@example.com/', 'http://example.com\\@127.0.0.1/'].map(
  (url) => ({
    id: 'N19',
    input: `${url} as part`,
    body: { parts: url },
    outcomes: ['OK', 'REJECT'],
    control: { none: 'it leads to a public host' },
  }),
);

const rebinding: Row = {
  id: 'N24',
  input: '200 names that turn from public to loopback',
  body: {
    parts: {
      html: `<p>own words<script>
        for (let i = 0; i < 200; i++) for (let again = 0; again < 2; again++)
          setTimeout(() => fetch('https://rebind' + i + '.test/').catch(() => {}), again * 400);
      </script>`,
    },
    options: { wait_for: { delay_ms: 2_500 } },
  },
  outcomes: ['DROP', 'OK', 'REJECT'],
  control: 'hit',
};

const silence: Row = {
  id: 'N25',
  input: 'ten names that are never answered, beside a render of another account',
  control: { none: 'it is about time' },
  run: async (service) => {
    const stuck = Array.from({ length: 10 }, (_, index) =>
      service.render({ parts: `http://never${index}.test/`, options: { timeout_ms: 5_000 } }),
    );
    await new Promise((later) => setTimeout(later, 300));
    const html = '<p>other words<img src="http://public.test/x">';
    const other = await service.render({ parts: { html } }, 'b');
    const answers = await Promise.all(stuck);
    const wrong = answers
      .filter(({ code }) => !['address_not_allowed', 'render_timeout', 'queue_timeout'].includes(code))
      .map(({ text }) => text);
    if (other.status !== 200) wrong.push(`the other render answered ${other.text}`);
    if (other.ms > 4_000) wrong.push(`the other render took ${Math.round(other.ms)} ms`);
    return wrong;
  },
};

const likeness: Row = {
  id: 'N27',
  input: 'a name that is missing against one that is refused',
  control: { none: 'it is about words' },
  run: async (service) => {
    const shape = async (url: string) => {
      const answer = await service.render({ parts: url });
      const { request_id: _id, ...problem } = JSON.parse(answer.text.split('\n\n')[1] ?? '{}');
      return { problem: JSON.stringify(problem), ms: answer.ms };
    };
    const pairs = [
      'http://missing.test/',
      'http://inside.test/',
      'http://10.0.0.5/',
      'http://public.test:6379/',
      'http://x.invalid/',
    ];
    const [missing, ...refused] = await Promise.all([shape(pairs[0] ?? ''), ...pairs.slice(1).map(shape)]);
    const wrong = refused
      .filter(({ problem }) => problem !== missing?.problem)
      .map(({ problem }) => `${problem} is not ${missing?.problem}`);
    if (!missing?.problem.includes('address_not_allowed')) wrong.push(`not address_not_allowed: ${missing?.problem}`);
    return wrong;
  },
};

/** While another account's render has a proxy in use: it, those that wait for renders, and the API, each by every name. */
const ownPorts = (on: { service?: 'open' }): Row => ({
  id: 'N21',
  input: `the API's own port and the proxies'${'service' in on ? ' at level open' : ''}`,
  control: ownPort,
  ...on,
  run: async (service) => {
    const options = { wait_for: { delay_ms: 4_000 }, timeout_ms: 9_000 };
    const held = service.render({ parts: { html: '<p>held' }, options }, 'b');
    await new Promise((later) => setTimeout(later, 500));
    const ports = listPorts(service.pid);
    const urls = ports.flatMap((port) =>
      ['127.0.0.1', 'localhost', '0.0.0.0', '[::ffff:127.0.0.1]'].map((host) => `http://${host}:${port}/healthz`),
    );
    const wrong = ports.length >= 2 ? [] : [`only ${ports.length} listeners`];
    const answers = await Promise.all(urls.map((url) => service.render({ parts: url })));
    for (const [index, { status, code, text }] of answers.entries()) {
      if (code !== 'address_not_allowed') wrong.push(`${urls[index]} answered ${status} ${text.slice(-200)}`);
    }
    const fetches = urls.map((url) => `fetch("${url}").then(r=>r.text()).then(t=>document.body.append(t),()=>{})`);
    const page = `<p>own words${urls.map((url) => `<img src="${url}">`).join('')}<script>${fetches.join(';')}</script>`;
    const answer = await service.render({ parts: { html: page }, options: { wait_for: { delay_ms: 300 } } });
    const words = answer.pdf === undefined ? answer.text : await collectWords(answer.pdf);
    if (!words.includes('own words') || /"status"|unauthorized/.test(words)) wrong.push(`a page said ${words}`);
    if ((await held).status !== 200) wrong.push(`the held render answered ${(await held).text.slice(-300)}`);
    return wrong;
  },
});

/** Network destinations. */
export const networkRows: readonly Row[] = [
  ...destinations.flatMap(expand).map(withPortCheck),
  ...lookalikes,
  ownPorts({}),
  ownPorts({ service: 'open' }),
  rebinding,
  silence,
  likeness,
];
