import { EngineError } from '../../children/index.ts';
import type { OnWarning } from '../../contract/index.ts';
import { findRenderUser } from '../chromium/private-folders.ts';
import { type EgressEdges, listenOnLoopback } from '../egress/egress-edges.ts';
import { type NetworkNamespace, openNetworkNamespace } from './network-namespace.ts';

/** The network of an engine's browsers. One serves them all, so that an egress session outlives a browser. */
interface ChosenNetwork {
  /** The namespace, made at the first call; undefined if there is none and `auto` goes on. Throws `config_invalid`. */
  opened(): Promise<NetworkNamespace | undefined>;
  /** Edges with which egress sessions listen where the browser is. */
  edges: EgressEdges;
  close(): Promise<void>;
}

/** Chooses by the option `ownNetwork`. Undefined for `off`, its default, which costs nothing. */
export function chooseNetwork(
  ownNetwork: 'auto' | 'required' | 'off' | undefined,
  onWarning: OnWarning,
): ChosenNetwork | undefined {
  if (ownNetwork === undefined || ownNetwork === 'off') return undefined;
  let namespace: Promise<NetworkNamespace | undefined> | undefined;
  const open = async () => {
    return openNetworkNamespace(findRenderUser()).catch((error: Error) => {
      const why = `The browser gets no separate network here (${error.message}).`;
      if (ownNetwork === 'required') throw new EngineError('config_invalid', `${why} ${cures}`, {}, { cause: error });
      onWarning(`${why} Switches and its proxy alone keep it in. ${cures}`, 'network_shared');
      return undefined;
    });
  };
  const opened = () => {
    namespace ??= open().catch((error) => {
      // The next browser tries again.
      namespace = undefined;
      throw error;
    });
    return namespace;
  };
  return {
    opened,
    edges: { listen: async (server) => ((await opened())?.listen ?? listenOnLoopback)(server) },
    close: async () => (await namespace?.catch(() => undefined))?.close(),
  };
}

const cures = 'It takes unshare and nsenter (util-linux), ip (iproute2) and user namespaces, also inside one another.';
