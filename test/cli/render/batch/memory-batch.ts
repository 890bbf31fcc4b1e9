import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { sendPdf } from '../../../helpers/recording-server.ts';
import type { CliResult, CliSetting } from '../../../helpers/run-cli.ts';
import { type MemoryService, openMemoryService } from '../../commands/memory-service.ts';

/** For each test: a service in memory that answers with PDFs of two pages, and `render batch` in a new folder. */
export function useBatch() {
  let service: MemoryService;
  beforeEach(() => {
    const onlyRenders = { method: 'POST' };
    service = openMemoryService((_request, response) => sendPdf(response, { 'platen-pages': '2' }), onlyRenders);
  });
  const inHome = (name: string) => join(service.folder, name);
  return {
    get service(): MemoryService {
      return service;
    },
    platen: (words: string[], setting: CliSetting = {}): Promise<CliResult> =>
      service.run(['render', 'batch', ...words], setting),
    inHome,
    files: () => readdirSync(service.folder).sort(),
    jobs: (...names: (string | number)[]) => writeFileSync(inHome('jobs.ndjson'), writeJobs(...names)),
    /** The jobs that the service was asked for. */
    asked: () => service.requests.map(({ body }) => JSON.parse(body).parts.html),
  };
}

/** A line for each name; the part says which job it is. */
export function writeJobs(...names: (string | number)[]): string {
  return names.map((name) => `${JSON.stringify({ parts: { html: `${name}` }, output: `${name}.pdf` })}\n`).join('');
}

/** The results that `render batch` prints. */
export function readResults({ stdout }: CliResult) {
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
