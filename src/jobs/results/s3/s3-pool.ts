// The parts of undici that speak with one origin, in the way of its entry point, which loads every kind of agent as well.
import type { Dispatcher as AnyDispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

Object.assign(Dispatcher.prototype, { connect, request });

/** Milliseconds: to connect, for the head of an answer with all that was sent before it, and between two pieces of its body. */
const times = { connect: 10_000, headersTimeout: 120_000, bodyTimeout: 30_000 };

/** Connections to one origin at most, or through a proxy. */
const connections = 32;

/** Opens connections to the store, which live on between requests. */
export function openS3Pool(origin: URL, proxy: URL | undefined): AnyDispatcher {
  const { connect: timeout, ...options } = { ...times, connections, allowH2: false };
  if (proxy) return new ProxyAgent({ ...options, uri: proxy.href });
  return new Pool(origin.origin, { ...options, connect: { timeout } });
}
