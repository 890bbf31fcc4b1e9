import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/index.ts';
import type { NewAuditEntry, Store } from '../../store/index.ts';
import type { Background } from '../jobs/background.ts';
import { buildTokenBuckets } from '../limits/token-buckets.ts';
import type { Log } from '../observe/log.ts';
import type { Shutdown } from '../requests/shutdown.ts';
import { openLocalSession } from '../sessions/local-session.ts';
import type { OpenIdOptions } from '../sessions/openid-provider.ts';
import { openPasswords } from '../sessions/passwords.ts';
import type { FindSession } from '../sessions/session-caller.ts';
import { openSignInLimits } from '../sessions/sign-in-limits.ts';
import { addBackgroundRoutes } from './background-routes.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDrawing } from './drawing.ts';
import { addOpenIdRoutes } from './openid-routes.ts';
import { addPages, findWebFolder } from './pages.ts';
import { addRecordRoutes } from './record-routes.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addUserRoutes } from './user-routes.ts';

/** Requests of a person: drawings while they type come fastest. */
const personRate = { perSecond: 20, burst: 200 };

/** How the dashboard is served. */
export interface DashboardOptions {
  /** Serves one person of this machine, who holds one-time tickets. Default: people sign in. */
  local?: { tickets: readonly string[]; account: string };
  /** The address that people reach the service at. Default: that of each request. */
  publicUrl?: string | undefined;
  /** The provider of OpenID Connect that people may sign in with. Default: none. */
  openid?: OpenIdOptions | undefined;
  /** The folder of the files for browsers. Default: where the build wrote them. */
  webFolder?: URL;
}

/** What the dashboard needs of the service. */
interface DashboardEdges {
  version: string;
  engine: Engine;
  store: Store;
  background: Background;
  shutdown: Shutdown;
  log: Log;
  audit: (entry: NewAuditEntry) => Promise<void>;
  /** Milliseconds from any start. */
  clock: () => number;
  now: () => Date;
  /** The strength of new passwords; weaker ones are for tests. */
  log2N?: number;
}

/** The dashboard of a service. */
export interface Dashboard {
  findSession: FindSession;
  /** Whether the service answers this machine alone, under its own names. */
  isLocal: boolean;
  /** Where the bare address of the service leads to. */
  home: string;
  /** Whether no person can sign in yet. */
  isEmpty(): Promise<boolean>;
  /** Registers its pages and its operations. */
  register(app: FastifyInstance): void;
}

/** Opens the dashboard. */
export async function openDashboard(options: DashboardOptions, edges: DashboardEdges): Promise<Dashboard> {
  const accounts = await edges.store.accounts();
  const local = options.local && openLocalSession(options.local.tickets, options.local.account);
  const findSession: FindSession = local ? local.find : accounts.sessions.find;
  const { openid } = options;
  const webFolder = options.webFolder ?? findWebFolder();
  const parts: DashboardParts = {
    ...edges,
    accounts,
    passwords: openPasswords(edges.log2N === undefined ? undefined : { log2N: edges.log2N }),
    signInLimits: openSignInLimits(edges.clock),
    personRates: buildTokenBuckets(personRate, edges.clock),
    findSession,
    local,
    publicUrl: options.publicUrl,
    openIdName: openid && (openid.name ?? new URL(openid.issuer).host),
  };
  return {
    findSession,
    isLocal: local !== undefined,
    home: webFolder === undefined ? 'docs' : 'dashboard/',
    isEmpty: async () => !local && !openid && (await accounts.users.isEmpty()),
    register(app) {
      addPages(app, webFolder);
      addSessionRoutes(app, parts);
      addUserRoutes(app, parts);
      addRecordRoutes(app, parts);
      addBackgroundRoutes(app, parts);
      addDrawing(app, parts);
      if (openid && !local) addOpenIdRoutes(app, parts, openid, edges.log);
    },
  };
}
