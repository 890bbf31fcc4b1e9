import type { Label, Revision, RevisionList } from '../../contract/index.ts';
import type { CallOptions } from '../options/client-options.ts';

/** Calls for the revisions and labels of templates. They reject with `ServiceError`. */
export interface RevisionClient {
  /** One page of a template's revisions, newest first and without their content: at most `limit` (default 50). */
  listRevisions(
    id: string,
    query?: { limit?: number | undefined; after?: string | undefined },
    options?: CallOptions,
  ): Promise<RevisionList>;
  getRevision(id: string, revision: number, options?: CallOptions): Promise<Revision>;
  /**
   * Makes a template what it was at a revision, and resolves with the new revision.
   *
   * @example
   * await client.restoreRevision(id, 7, { message: 'Back to the layout of May' });
   */
  restoreRevision(id: string, revision: number, options?: CallOptions): Promise<Revision>;
  /** The labels of a template by name. */
  listLabels(id: string, options?: CallOptions): Promise<Label[]>;
  /**
   * Sets a label of a template or moves it. A template with the label `live` renders that revision by default.
   *
   * @example
   * await client.setLabel(id, 'live', 7);
   */
  setLabel(id: string, label: string, revision: number, options?: CallOptions): Promise<Label>;
  deleteLabel(id: string, label: string, options?: CallOptions): Promise<void>;
}
