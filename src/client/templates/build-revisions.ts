import type { Label, ListedRevision, Revision } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import { writeListQuery } from '../options/write-list-query.ts';
import { readerOf, receivePage } from '../receive/receive-json.ts';
import { receiveNothing } from '../receive/receive-template.ts';
import type { RevisionClient } from './revision-client.ts';

/** The calls for revisions and labels, made of the `call` of a client. */
export function buildRevisions(call: Call): RevisionClient {
  return {
    listRevisions: async (id, filter, choices) => {
      const query = writeListQuery(filter, 'limit', 'after');
      return call('listRevisions', { id, query }, receivePage<ListedRevision>, choices);
    },
    getRevision: (id, revision, choices) =>
      call('getRevision', { id, params: { revision: String(revision) } }, receiveRevision, choices),
    restoreRevision: (id, revision, choices) =>
      call('restoreRevision', { id, params: { revision: String(revision) } }, receiveRevision, choices),
    listLabels: (id, choices) =>
      call('listLabels', { id }, async (...args) => (await receivePage<Label>(...args)).data, choices),
    setLabel: (id, label, revision, choices) =>
      call('setLabel', { id, params: { label }, body: { revision } }, receiveLabel, choices),
    deleteLabel: (id, label, choices) => call('deleteLabel', { id, params: { label } }, receiveNothing, choices),
  };
}

const receiveRevision = readerOf<Revision>('a revision', 'content');
const receiveLabel = readerOf<Label>('a label', 'label');
