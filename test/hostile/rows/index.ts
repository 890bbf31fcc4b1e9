import type { Row } from '../row.ts';
import { channelRows } from './channels.ts';
import { isolationRows } from './isolation.ts';
import { networkRows } from './network.ts';
import { redirectRows } from './redirects.ts';
import { schemeRows } from './schemes.ts';

/** Every row there is, in the order of the list. */
export const allRows: readonly Row[] = [
  ...networkRows,
  ...redirectRows,
  ...schemeRows,
  ...channelRows,
  ...isolationRows,
];
