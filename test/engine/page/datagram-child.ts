import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { openOrigin } from '../../browser/egress/origin.ts';
import { cacheFolder, openTestEngine, renderParts } from '../test-engine.ts';

// Runs in a separate network namespace: tries WebRTC in every kind of realm, and WebTransport, and counts what the kernel sees of it. Prints
// JSON: the PDF with what each realm said, the datagrams and sockets, and the same for a browser whose pages keep WebRTC.

/** What this namespace has sent and holds, by proc(5). */
interface Count {
  datagrams: number;
  multicasts: number;
  groups: number;
  sockets: number;
}

/** Two connections that exchange offers, and a candidate whose name only multicast DNS knows. */
const connect = `async (realm) => {
  const Connection = realm.RTCPeerConnection ?? realm.webkitRTCPeerConnection;
  if (Connection === undefined) return 'none';
  const [one, two] = realm.kept = [new Connection(), new Connection()];
  one.createDataChannel('x');
  await one.setLocalDescription(await one.createOffer());
  await two.setRemoteDescription(one.localDescription);
  await two.setLocalDescription(await two.createAnswer());
  await one.setRemoteDescription(two.localDescription);
  const name = '11111111-2222-4333-8444-555555555555.local';
  await one.addIceCandidate({ candidate: 'candidate:1 1 udp 2113937151 ' + name + ' 50000 typ host', sdpMid: '0' });
  await new Promise((later) => setTimeout(later, 500));
  return 'connected';
}`;
/** The document of a frame that tries by itself. */
const frame = (name: string) =>
  `<script>(${connect})(window).catch(String).then((said) => top.postMessage('${name} ' + said, '*'))</script>`;
const quote = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function buildDocument(port: number): string {
  return `<body><iframe id=empty></iframe><iframe id=opened></iframe><iframe id=nested></iframe><iframe id=blob></iframe>
    <iframe srcdoc="${quote(frame('srcdoc'))}"></iframe>
    <iframe sandbox=allow-scripts srcdoc="${quote(frame('sandboxed'))}"></iframe>
    <iframe src="data:text/html,${encodeURIComponent(frame('data'))}"></iframe>
    <iframe src="http://127.0.0.1:${port}/"></iframe>
    <object data="http://localhost:${port}/"></object>
    <script>
      const said = [], expected = 13;
      const tell = (words) => {
        said.push(words);
        if (said.length === expected) document.body.innerHTML = said.sort().map((line) => '<p>' + line).join('');
      };
      onmessage = ({ data }) => tell(data);
      const connect = ${connect};
      const look = (name, realm) => connect(realm).catch(String).then((words) => tell(name + ' ' + words));
      look('window', window);
      look('empty', empty.contentWindow);
      const late = document.body.appendChild(document.createElement('iframe'));
      look('late', late.contentWindow);
      opened.contentDocument.open();
      opened.contentDocument.write('<p>x');
      opened.contentDocument.close();
      look('opened', opened.contentWindow);
      look('nested', nested.contentDocument.body.appendChild(document.createElement('iframe')).contentWindow);
      blob.src = URL.createObjectURL(new Blob([${JSON.stringify(frame('blob')).replaceAll('</', '<\\/')}], { type: 'text/html' }));
      const inWorker = 'postMessage("worker " + (self.RTCPeerConnection ? "has it" : "none"))';
      new Worker('data:text/javascript,' + encodeURIComponent(inWorker)).onmessage = ({ data }) => tell(data);
      const transports = ['127.0.0.1', '198.51.100.9'].map((host) => new WebTransport('https://' + host + ':4433').ready);
      Promise.race([Promise.any(transports), new Promise((later) => setTimeout(later, 500))])
        .catch(() => undefined)
        .then((ready) => tell('transport ' + (ready ?? 'none')));
    </script>`;
}

function count(): Count {
  const read = (name: string) => readFileSync(`/proc/net/${name}`, 'utf8').trim().split('\n');
  const sumOf = (file: string, prefix: string, field: string) => {
    const [names, values] = read(file).filter((line) => line.startsWith(prefix));
    const index = (names ?? '').split(' ').indexOf(field);
    return Number((values ?? '').split(' ')[index]);
  };
  const six = (field: string) =>
    Number(
      read('snmp6')
        .find((line) => line.startsWith(`${field} `))
        ?.split(/\s+/)[1],
    );
  return {
    datagrams: sumOf('snmp', 'Udp:', 'OutDatagrams') + six('Udp6OutDatagrams'),
    multicasts: sumOf('netstat', 'IpExt:', 'OutMcastPkts'),
    groups: read('igmp').length + read('igmp6').length,
    sockets: read('udp').length - 1 + read('udp6').length - 1,
  };
}

/** What changed since `before`. */
function since(before: Count): Count {
  const now = count();
  const keys = Object.keys(now) as (keyof Count)[];
  return Object.fromEntries(keys.map((key) => [key, now[key] - before[key]])) as unknown as Count;
}

// A cable that takes every packet, so that the browser finds a network.
for (const command of [
  'link set lo up',
  'link add app0 type veth peer name cable0',
  'addr add 198.51.100.2/24 dev app0',
  '-6 addr add 2001:db8:1::2/64 dev app0 nodad',
  'link set cable0 up',
  'link set app0 up multicast on',
  'route add default via 198.51.100.1',
  '-6 route add default via 2001:db8:1::1',
])
  execFileSync('ip', command.split(' '));

const served = await openOrigin((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(frame(request.headers.host?.startsWith('localhost') ? 'object' : 'cross'));
});
// The kernel reports its own groups for a while.
await sleep(1500);
const html = buildDocument(served.port);
const engine = openTestEngine({ concurrency: 1 });
await renderParts(engine, { html: '<p>ordinary<script>1</script>' });
const before = count();
const options = { wait_for: { expression: 'said.length === expected', timeout_ms: 10_000 } };
const { pdf } = await renderParts(engine, { html }, options);
const guarded = since(before);
await engine.close();

const browser = await startBrowser({ cacheFolder, sandbox: 'preferred' });
const open = count();
const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
const expression = `(${connect})(window)`;
await browser.openSession(sessionId).send('Runtime.evaluate', { expression, awaitPromise: true });
const unguarded = since(open);
await browser.kill();
await served.close();
console.log(JSON.stringify({ pdf: Buffer.from(pdf).toString('base64'), guarded, unguarded }));
