import { collectWords } from '../pdf-words.ts';
import type { Control, Row } from '../row.ts';
import type { Answer, Service } from '../service-client.ts';

const apart: Control = { none: 'it compares two renders' };
const wait = { wait_for: { delay_ms: 500 } };

function page(html: string, fields = ''): string {
  return `http://public.test/html?${new URLSearchParams({ html, fields })}`;
}

async function words(answer: Answer): Promise<string> {
  return answer.pdf === undefined ? answer.text : collectWords(answer.pdf);
}

/** Runs one render after the other, for two accounts and for one, and gives what the second must not show. */
function pair(id: string, input: string, first: object, second: object, forbidden: RegExp, needed: RegExp): Row[] {
  return (['b', 'a'] as const).map((reader) => ({
    id,
    input: `${input}, ${reader === 'a' ? 'one account' : 'two accounts'}`,
    control: apart,
    run: async (service: Service) => {
      const before = await service.render(first, 'a');
      const text = await words(await service.render(second, reader));
      if (before.status !== 200) return [`the first render failed: ${before.text}`];
      if (!needed.test(text)) return [`the second render lacks ${needed}: ${text.slice(0, 500)}`];
      return forbidden.test(text) ? [`the second render shows ${forbidden}: ${text.slice(0, 500)}`] : [];
    },
  }));
}

const store = `<p>first<script>document.cookie='leak=cookieleak';document.cookie='leak=domainleak;domain=test';
  localStorage.leak='storageleak';window.name='nameleak';sessionStorage.leak='sessionleak';caches.open('cacheleak');indexedDB.open('dbleak')</script>`;
const look = `<p>second<script>const show=t=>document.body.append(' ['+t+']');show(document.cookie);show(localStorage.leak);
  show(window.name);show(sessionStorage.leak);show(history.length);indexedDB.databases().then(d=>show(d.map(x=>x.name)));</script>`;

const poisoned = '{"Cache-Control":"max-age=31536000","ETag":"x"}';

/** Isolation between renders. */
export const isolationRows: readonly Row[] = [
  ...pair(
    'T01',
    'storage of a web page',
    { parts: page(store), options: wait },
    { parts: page(look), options: wait },
    /leak/,
    /second/,
  ),
  ...pair(
    'T01',
    'storage of an html part',
    { parts: { html: store }, options: wait },
    { parts: { html: look }, options: wait },
    /leak/,
    /second/,
  ),
  ...(['b', 'a'] as const).map(
    (reader): Row => ({
      id: 'T02',
      input: `a service worker that answers for a site, ${reader === 'a' ? 'one account' : 'two accounts'}`,
      control: apart,
      service: 'trusting',
      run: async (service, hits) => {
        const code = `onfetch=e=>e.respondWith(new Response('poisoned'));oninstall=()=>skipWaiting();onactivate=()=>clients.claim()`;
        const register = `navigator.serviceWorker.register('/js?${new URLSearchParams({ js: code })}')`;
        const parts = page(`<p>first<script>${register}</script>`).replace('http:', 'https:');
        await service.render({ parts, options: wait }, 'a');
        const isExercised = hits().some(({ asked }) => asked.includes('/js'));
        const text = await words(await service.render({ parts: 'https://public.test/' }, reader));
        if (!isExercised) return ['not exercised: the worker was never fetched'];
        return text.includes('public words') && !text.includes('poisoned') ? [] : [text.slice(0, 400)];
      },
    }),
  ),
  ...(['b', 'a'] as const).map(
    (reader): Row => ({
      id: 'T03',
      input: `a cached style, ${reader === 'a' ? 'one account' : 'two accounts'}`,
      control: apart,
      run: async (service, hits) => {
        const css = `http://public.test/css?${new URLSearchParams({ css: 'p{color:red}', fields: poisoned })}`;
        const parts = page(`<link rel=stylesheet href="${css}"><p>words`);
        const count = () => hits().filter(({ asked }) => asked.includes('/css')).length;
        await service.render({ parts }, 'a');
        const first = count();
        await service.render({ parts }, reader);
        const both = count();
        return first > 0 && both > first ? [] : [`the style was fetched ${first} times, then ${both - first} times`];
      },
    }),
  ),
  ...(['b', 'a'] as const).flatMap((reader): Row[] =>
    ['history.back()', 'history.go(-2)', 'location=document.referrer||"about:blank"', 'open("","leakname")'].map(
      (code) => ({
        id: 'T06',
        input: `a walk back to the render before by ${code}, ${reader === 'a' ? 'one account' : 'two accounts'}`,
        control: apart,
        run: async (service) => {
          await service.render({ parts: { html: '<p>leakwords<script>window.name="leakname"</script>' } }, 'a');
          const html = `<p>second<script>document.body.append(' ref:'+document.referrer);setTimeout(()=>{${code}},50)</script>`;
          const answer = await service.render({ parts: { html }, options: { wait_for: { delay_ms: 400 } } }, reader);
          const text = await words(answer);
          const isTyped = answer.status === 200 || answer.code === 'page_failed';
          if (!isTyped) return [text];
          return /leak|invalid/.test(text) ? [`shows ${text.slice(0, 400)}`] : [];
        },
      }),
    ),
  ),
  {
    id: 'T04',
    input: 'timers, popups and workers after the end of their render',
    control: apart,
    run: async (service, hits) => {
      const code = "setInterval(()=>fetch('http://second.test/late',{mode:'no-cors'}),20)";
      const blob = `URL.createObjectURL(new Blob([${JSON.stringify(code)}],{type:'text/javascript'}))`;
      const html = `<p>words<script>${code};new Worker(${blob});new SharedWorker(${blob});open('http://second.test/popup');
        addEventListener('pagehide',()=>{navigator.sendBeacon('http://second.test/unload')})</script>`;
      const answer = await service.render({ parts: page(html), options: wait });
      const during = hits().filter(({ asked }) => asked.includes('late')).length;
      await new Promise((later) => setTimeout(later, 500));
      const before = hits().length;
      await service.render({ parts: { html: '<p>words' }, options: { wait_for: { delay_ms: 1_000 } } });
      const after = hits()
        .slice(before)
        .filter(({ to }) => to.startsWith('12.') || to.startsWith('2a00:1212'));
      const wrong = after.map(({ asked }) => `after the end: ${asked}`);
      if (answer.status !== 200 || during === 0) wrong.push(`not exercised: ${answer.text.slice(0, 300)}`);
      return [...new Set(wrong)];
    },
  },
  {
    id: 'T06',
    input: "the ports of another render's proxy",
    control: apart,
    run: async (service) => {
      const slow = service.render({ parts: { html: '<p>words' }, options: { wait_for: { delay_ms: 2_500 } } }, 'a');
      const scan = `<p>scan<script>(async()=>{let open=[];for(let base=32768;base<61000;base+=400){await Promise.all(Array.from({length:400},(_,i)=>
        fetch('http://127.0.0.1:'+(base+i)+'/',{mode:'no-cors',signal:AbortSignal.timeout(900)}).then(()=>open.push(base+i),()=>{})))}
        document.body.append(' open:'+open.length)})()</script>`;
      const answer = await service.render(
        { parts: page(scan), options: { timeout_ms: 5_000, wait_for: { delay_ms: 2_000 } } },
        'b',
      );
      await slow;
      const text = await words(answer);
      return /open:[1-9]/.test(text) ? [text.slice(0, 400)] : [];
    },
  },
  {
    id: 'T07',
    input: "another account's template",
    control: apart,
    run: async (service) => {
      const template = { template: { name: 'marker', content: '<p>markerdata' } };
      const made = await service.send('POST', '/api/v1/templates', template, 'a');
      const id = /"id":"([^"]+)"/.exec(made.text)?.[1];
      if (id === undefined) return [`no template was made: ${made.text}`];
      const path = `/api/v1/templates/${id}`;
      const tries = [
        await service.send('GET', path, undefined, 'b'),
        await service.send('PATCH', path, { template: { name: 'x' } }, 'b'),
        await service.send('DELETE', path, undefined, 'b'),
        await service.render({ parts: { template: id } }, 'b'),
      ];
      const still = await service.send('GET', path, undefined, 'a');
      const wrong = tries
        .filter(({ status, text }) => status !== 404 || text.includes('markerdata'))
        .map(({ text }) => text);
      return still.text.includes('"name":"marker"') ? wrong : [...wrong, `changed: ${still.text}`];
    },
  },
  // No render can have its own headers, so there is nothing that could reach another one.
  ...Object.entries({
    part: { parts: { url: 'http://public.test/', headers: { 'x-secret': 'a' } } },
    request: { parts: 'http://public.test/', headers: { 'x-secret': 'a' } },
    options: { parts: 'http://public.test/', options: { headers: { 'x-secret': 'a' } } },
    cookies: { parts: 'http://public.test/', options: { cookies: [{ name: 'a', value: 'b' }] } },
  }).map(
    ([place, body]): Row => ({
      id: 'T05',
      input: `headers in ${place}, which no option carries`,
      control: { none: 'it is refused before anything is loaded' },
      run: async (service, hits) => {
        const answer = await service.render(body);
        const wrong = answer.code === 'invalid_request' && /headers|cookies/.test(answer.text) ? [] : [answer.text];
        return [...wrong, ...hits().map(({ asked }) => `asked ${asked}`)];
      },
    }),
  ),
];
