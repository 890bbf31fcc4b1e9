import type net from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, getCACertificates, TLSSocket } from 'node:tls';
import { makeOwnCertificate } from './own-certificate.ts';
import type { Target } from './target.ts';

/** Why a certificate that a private authority has signed is not valid, in the words of Chromium. */
export type CertificateFault = 'CERT_DATE_INVALID' | 'CERT_COMMON_NAME_INVALID' | 'CERT_INVALID';

/** A connection that ends at a host with a valid certificate of a private authority, or what else the host has. */
type Secured = { stream: TLSSocket } | { fault: CertificateFault | undefined };

/**
 * Authorities that this process trusts and the browser does not know. The proxy verifies their certificates, and is the far end of TLS
 * for the browser: with a key that exists in this process alone, and that the browser was started with.
 */
export interface PrivateTrust {
  /** What the browser is started with: the SHA-256 of the key in base64. */
  readonly keyHash: string;
  /** Whether this host had a certificate of another authority a moment ago, so that the browser itself is to verify it. */
  isForeign(target: Target): boolean;
  /** Starts TLS with a host. Resolves once its certificate was verified for its name; otherwise the connection is closed. */
  secure(socket: net.Socket, target: Target, gone: AbortSignal): Promise<Secured>;
  /** The browser's end of TLS. */
  accept(client: Duplex): TLSSocket;
}

/** Milliseconds for which the authority of a host is remembered, and the most hosts. */
const rememberMs = 300_000;
const hostLimit = 1_000;
/** The protocol at both ends (RFC 7301). The browser speaks HTTP/2 for pages and not for WebSockets; this one it takes for each. */
const protocols = ['http/1.1'];

/** Chains that end at no private authority: those of public ones, and those that are trusted by none. */
const foreign =
  /^(UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?|CERT_UNTRUSTED)$/;

const faults: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: 'CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CERT_COMMON_NAME_INVALID',
};

/**
 * Opens it for these authorities, texts of PEM, and those of `NODE_EXTRA_CA_CERTS`. Undefined if all of them are among those that come
 * with Node: the browser knows these.
 */
export function openPrivateTrust(added: readonly string[], clock: () => number): PrivateTrust | undefined {
  const known = new Set(getCACertificates('bundled').map(bodyOf));
  const authorities = [...added.flatMap(splitPem), ...getCACertificates('extra')].filter(
    (pem) => !known.has(bodyOf(pem)),
  );
  if (authorities.length === 0) return undefined;
  const { key, cert, keyHash } = makeOwnCertificate();
  const outer = createSecureContext({ ca: authorities });
  const inner = createSecureContext({ key, cert });
  const foreignUntil = new Map<string, number>();

  return {
    keyHash,
    isForeign: ({ host, port }) => (foreignUntil.get(`${host}:${port}`) ?? 0) > clock(),
    async secure(socket, { host, port, address }, gone) {
      const name = host.replace(/^\[(.*)\]$/, '$1');
      const stream = connect({
        socket,
        host: name,
        servername: address ? '' : name,
        secureContext: outer,
        ALPNProtocols: protocols,
      });
      stream.on('error', () => stream.destroy());
      await untilSecure(stream, gone);
      if (stream.authorized) return { stream };
      // A string, whatever its type says; null if there was no certificate.
      const code = stream.authorizationError as string | Error | null;
      stream.destroy();
      if (code === null) return { fault: undefined };
      if (!foreign.test(String(code))) return { fault: faults[String(code)] ?? 'CERT_INVALID' };
      if (foreignUntil.size >= hostLimit) foreignUntil.clear();
      foreignUntil.set(`${host}:${port}`, clock() + rememberMs);
      return { fault: undefined };
    },
    accept(client) {
      const stream = new TLSSocket(client, { isServer: true, secureContext: inner, ALPNProtocols: protocols });
      stream.on('error', () => stream.destroy());
      return stream;
    },
  };
}

/** Settles when the certificate was looked at, when the connection is closed, and when the client is gone. */
async function untilSecure(stream: TLSSocket, gone: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => stream.destroy();
  stream.once('secureConnect', resolve);
  stream.once('close', resolve);
  gone.addEventListener('abort', end, { once: true });
  if (gone.aborted) end();
  await promise;
  gone.removeEventListener('abort', end);
}

/** The certificates of a text. */
function splitPem(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

function bodyOf(pem: string): string {
  return pem.replaceAll(/\s/g, '');
}
