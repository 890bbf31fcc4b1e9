import { openStubDns } from '../browser/egress/stub-dns.ts';
import { openCanaries } from './canaries.ts';
import { buildNames } from './internet-names.ts';
import { connectInternet, nameServer } from './namespaces.ts';
import { servePublicSite } from './public-site.ts';

// Runs in the namespace "internet": waits for the cable, then owns every address and the name server, and tells each contact.
const token = process.argv[2] ?? '';
process.once('message', async () => {
  connectInternet();
  await openCanaries('internet', token, (hit) => process.send?.({ hit }), servePublicSite);
  const names = buildNames();
  const answer = (name: string, type: string) => {
    process.send?.({ hit: { at: 'internet', kind: 'dns', to: nameServer, port: 53, from: '', asked: name } });
    return names(name, type);
  };
  await openStubDns(answer, nameServer, 53);
  process.send?.({ ready: true });
});
process.once('disconnect', () => process.exit());
process.send?.({ waiting: true });
