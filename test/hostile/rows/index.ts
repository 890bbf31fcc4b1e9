import type { Row } from '../row.ts';
import { answerRows } from './answers.ts';
import { channelRows } from './channels.ts';
import { commandLineRows } from './command-line.ts';
import { exhaustionRows } from './exhaustion.ts';
import { isolationRows } from './isolation.ts';
import { keyRows } from './keys.ts';
import { liquidRows } from './liquid.ts';
import { loadRows } from './load.ts';
import { networkRows } from './network.ts';
import { outputRows } from './output.ts';
import { processRows } from './processes.ts';
import { redirectRows } from './redirects.ts';
import { schemeRows } from './schemes.ts';
import { startUpRows } from './start-up.ts';
import { terminalRows } from './terminal.ts';

/** Every row there is, in the order of the list. */
export const allRows: readonly Row[] = [
  ...networkRows,
  ...redirectRows,
  ...schemeRows,
  ...commandLineRows,
  ...channelRows,
  ...isolationRows,
  ...exhaustionRows,
  ...loadRows,
  ...outputRows,
  ...liquidRows,
  ...keyRows,
  ...answerRows,
  ...terminalRows,
  ...startUpRows,
  ...processRows,
];
