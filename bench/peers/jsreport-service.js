// jsreport's core and its recipe for PDFs, with a browser per core, which is its quickest way. It has no switch for an outline.
import { availableParallelism, tmpdir } from 'node:os';
import chrome from '@jsreport/jsreport-chrome-pdf';
import jsreport from '@jsreport/jsreport-core';
import { serve } from './serve.js';

const reporter = jsreport({
  rootDirectory: tmpdir(),
  loadConfig: false,
  autoTempCleanup: false,
  trustUserCode: true,
  logger: { silent: true },
  workers: { numberOfWorkers: availableParallelism() },
});
reporter.use(
  chrome({
    strategy: 'chrome-pool',
    numberOfWorkers: 1,
    launchOptions: { executablePath: process.argv[2], headless: 'shell', pipe: true, args: ['--no-sandbox'] },
  }),
);
await reporter.init();
process.once('SIGTERM', () => reporter.close().finally(() => process.exit()));
serve(async ([{ html }]) => {
  const template = { content: html, engine: 'none', recipe: 'chrome-pdf', chrome: { printBackground: true } };
  return (await reporter.render({ template })).content;
});
