import { afterAll, beforeAll, describe } from 'vitest';
import { describeAccounts } from './accounts-behaviour.ts';
import { describeCoordination } from './coordination-behaviour.ts';
import { databases } from './databases.ts';
import { describeJobs } from './jobs-behaviour.ts';
import { describeKeys } from './keys-behaviour.ts';
import { describePartials } from './partials-behaviour.ts';
import { describeProperties } from './properties-behaviour.ts';
import { describeRandomOperations } from './random-operations.ts';
import { describeRevisions } from './revisions-behaviour.ts';
import type { RunningDatabase } from './running-database.ts';
import { describeSecrets } from './secrets-behaviour.ts';
import { shareTwoStores } from './share-two-stores.ts';
import { describeStore } from './store-behaviour.ts';
import { describeTemplates } from './templates-behaviour.ts';
import { describeValueSets } from './value-sets-behaviour.ts';
import { describeWebhooks } from './webhooks-behaviour.ts';

describe.each(databases)('the store on $name', ({ start }) => {
  let database: RunningDatabase | undefined;
  const running = () => {
    if (!database) throw new Error('the database is not running');
    return database;
  };
  const makeLocation = async () => running().makeLocation();
  const emptyLocation = async () => running().emptyLocation();

  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database?.stop());
  const openTwoStores = shareTwoStores(running);

  describeStore(makeLocation);
  describeTemplates(makeLocation);
  describeRevisions(openTwoStores, makeLocation);
  describeProperties(openTwoStores, makeLocation);
  describePartials(makeLocation);
  describeValueSets(openTwoStores, makeLocation);
  describeKeys(makeLocation);
  describeCoordination(openTwoStores);
  describeAccounts(makeLocation);
  describeJobs(openTwoStores, makeLocation);
  describeWebhooks(openTwoStores);
  describeSecrets(makeLocation);
  describeRandomOperations(emptyLocation);
});
