import type { Asset, TemplateFileSet } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import { writeListQuery } from '../options/write-list-query.ts';
import { readerOf, receivePage } from '../receive/receive-json.ts';
import { receiveNothing } from '../receive/receive-template.ts';
import type { AssetClient } from './asset-client.ts';

/** The calls for assets, made of the `call` of a client. */
export function buildAssets(call: Call): AssetClient {
  return {
    getTemplateFiles: async (id, filter, choices) =>
      call('getTemplateFiles', { id, query: writeListQuery(filter, 'revision') }, receiveFiles, choices),
    listAssets: async (filter, choices) => {
      const query = writeListQuery(filter, 'template');
      return call('listAssets', { query }, async (...args) => (await receivePage<Asset>(...args)).data, choices);
    },
    getAsset: async (asset, choices) =>
      call('getAsset', { query: writeListQuery(asset, 'path', 'template') }, receiveContent, choices),
    setAsset: (asset, choices) => call('setAsset', { body: { asset } }, receiveAsset, choices),
    deleteAsset: async (asset, choices) =>
      call('deleteAsset', { query: writeListQuery(asset, 'path', 'template', 'force') }, receiveNothing, choices),
  };
}

const receiveFiles = readerOf<TemplateFileSet>('the files of a template');
const receiveAsset = readerOf<Asset>('an asset', 'path');
const receiveContent = readerOf<Asset & { base64: string }>('an asset', 'base64');
