// The program `paged`: CSS for paged media. Few documents need it, so it is installed with the first of its calls.
import type { PagedCalls } from './calls.ts';
import { applyNth } from './paged/nth.ts';
import { readPaged, writePaged } from './paged/read-paged.ts';
import { findBleedReach, writeSheets } from './paged/sheets.ts';
import { listStyles, replaceStyles } from './rules/style-attributes.ts';
import { hideRunning, showRunning } from './running/show.ts';

const sheets = { findBleedReach, writeSheets };
const calls: PagedCalls = {
  readPaged,
  writePaged,
  applyNth,
  showRunning,
  hideRunning,
  listStyles,
  replaceStyles,
  ...sheets,
};

export default calls;
