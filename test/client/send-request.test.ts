import { expect, it } from 'vitest';
import { send } from '../../src/client/send-request.ts';
import type { Transport, TransportRequest } from '../../src/client/transport.ts';

/** A service that sends each request to `location`. */
function redirecting(location: string): { transport: Transport; seen: string[] } {
  const seen: string[] = [];
  const transport: Transport = {
    async send({ url }: TransportRequest) {
      seen.push(url.href);
      const body = Object.assign((async function* () {})(), { dump: async () => {}, destroy: () => {} });
      return { status: 307, headers: { location }, body };
    },
    proxy: undefined,
    close: async () => {},
  };
  return { transport, seen };
}

it.each(['http://pdf.example.com/', 'https://pdf.example.com:8443/', 'https://example.com/'])(
  'a key for https://pdf.example.com does not follow a redirect to %s',
  async (location) => {
    const { transport, seen } = redirecting(location);
    const request = {
      route: 'getTemplate',
      method: 'GET',
      headers: { authorization: 'Bearer k' },
      body: undefined,
    } as const;
    const url = new URL('https://pdf.example.com/api/v1/templates/x');
    const sent = send({ ...request, url }, transport, new AbortController().signal);
    await expect(sent).rejects.toMatchObject({ code: 'redirected' });
    expect(seen).toEqual([url.href]);
  },
);
