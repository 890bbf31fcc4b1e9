import type { Engine } from '../../engine/index.ts';
import type { AccountStores, NewAuditEntry, Store } from '../../store/index.ts';
import type { Background } from '../jobs/background.ts';
import type { TokenBuckets } from '../limits/token-buckets.ts';
import type { Shutdown } from '../requests/shutdown.ts';
import type { LocalSession } from '../sessions/local-session.ts';
import type { Passwords } from '../sessions/passwords.ts';
import type { FindSession } from '../sessions/session-caller.ts';
import type { SignInLimits } from '../sessions/sign-in-limits.ts';

/** What the dashboard is made of. */
export interface DashboardParts {
  version: string;
  engine: Engine;
  store: Store;
  /** The renders in the background. */
  background: Background;
  accounts: AccountStores;
  shutdown: Shutdown;
  passwords: Passwords;
  signInLimits: SignInLimits;
  /** How often a person, or a network without a sign-in, may ask. */
  personRates: Pick<TokenBuckets, 'take'>;
  findSession: FindSession;
  /** Notes what was done. */
  audit: (entry: NewAuditEntry) => Promise<void>;
  /** Set for the local dashboard, which has no people. */
  local: LocalSession | undefined;
  /** The address that people reach the service at; undefined for that of each request. */
  publicUrl: string | undefined;
  /** The name of the provider that people may sign in with. */
  openIdName: string | undefined;
  now: () => Date;
}
