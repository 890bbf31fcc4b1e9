// The program of the child that finds the lines of faults: a hostile document costs a parser more time and memory than a service
// can spare. It runs without rights.
import { sendJsonFrame, serveAsChild } from '../../children/serve-as-child.ts';
import type { AuthorFault } from '../../merge/tagging/explain-faults.ts';
import { locateFaults } from './locate-faults.ts';

serveAsChild(async ({ html, faults }: { html: string; faults: AuthorFault[] }) => {
  sendJsonFrame('findings', locateFaults(html, faults));
});
