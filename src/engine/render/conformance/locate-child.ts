// The program of the child that finds the lines of faults: a hostile document costs a parser more time and memory than a service
// can spare. It runs without rights.

import { sendJsonFrame, serveAsChild } from '../../../children/index.ts';
import type { AuthorFault } from '../../../pdf/index.ts';
import { locateFaults } from './locate-faults.ts';

serveAsChild(async ({ html, faults }: { html: string; faults: AuthorFault[] }) => {
  sendJsonFrame('findings', locateFaults(html, faults));
});
