// The program of the child that draws pages: a PDF may take more memory and time than a service can spare. It runs without rights.
import process from 'node:process';
import { type DrawJob, drawPages } from './draw-job.ts';

process.on('message', async (job: DrawJob) => process.send?.(await drawPages(job)));
