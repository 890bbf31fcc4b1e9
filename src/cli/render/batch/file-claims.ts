import { CommandError } from '../../output/command-error.ts';
import type { Job } from '../jobs/read-job.ts';
import { outputKey } from './check-jobs.ts';

/** Which job of a run has which images: the names of pages are known only when the pages are. */
export interface FileClaims {
  /** Throws `input_invalid` for a file of another job. Then the job claims none. */
  claim(job: Pick<Job, 'place'>, paths: readonly string[]): void;
  /** Whether another job has claimed a file. */
  isOfAnother(job: Pick<Job, 'place'>, path: string): boolean;
}

/** Opens the claims of a run. */
export function openFileClaims(platform: NodeJS.Platform): FileClaims {
  const places = new Map<string, string>();
  const isOfAnother: FileClaims['isOfAnother'] = ({ place }, path) =>
    (places.get(outputKey(path, platform)) ?? place) !== place;
  return {
    claim(job, paths) {
      const taken = paths.find((path) => isOfAnother(job, path));
      if (taken !== undefined) {
        const owner = places.get(outputKey(taken, platform));
        throw new CommandError('input_invalid', `${job.place}: ${taken} is an image of ${owner} too`, {
          fix: 'give each job its own file names, such as a-{page}.png and b-{page}.png',
        });
      }
      for (const path of paths) places.set(outputKey(path, platform), job.place);
    },
    isOfAnother,
  };
}
