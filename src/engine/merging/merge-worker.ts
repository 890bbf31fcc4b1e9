// Its own entry point: a worker thread for large documents of ours, a child process for PDFs of users. Runs jobs one
// at a time and answers each.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import type { MergeJob } from './merge-answer.ts';
import { runMergeJob } from './merge-job.ts';

if (parentPort !== null) {
  const port = parentPort;
  port.on('message', async (job: MergeJob) => {
    const answer = await runMergeJob(job);
    const ownsBuffer = answer.end === 'merged' && answer.pdf.buffer.byteLength === answer.pdf.byteLength;
    port.postMessage(answer, ownsBuffer ? [answer.pdf.buffer as ArrayBuffer] : []);
  });
} else {
  process.on('message', async (job: MergeJob) => process.send?.(await runMergeJob(job)));
}
