import type { Row } from '../row.ts';
import { channelRows } from './channels.ts';
import { exhaustionRows } from './exhaustion.ts';
import { isolationRows } from './isolation.ts';
import { keyRows } from './keys.ts';
import { liquidRows } from './liquid.ts';
import { networkRows } from './network.ts';
import { outputRows } from './output.ts';
import { redirectRows } from './redirects.ts';
import { schemeRows } from './schemes.ts';

/** Every row there is, in the order of the list. */
export const allRows: readonly Row[] = [
  ...networkRows,
  ...redirectRows,
  ...schemeRows,
  ...channelRows,
  ...isolationRows,
  ...exhaustionRows,
  ...outputRows,
  ...liquidRows,
  ...keyRows,
];
