/** The origin of a value. */
export type Origin =
  | { source: 'flag'; flag: string }
  | { source: 'environment'; variable: string }
  | { source: 'env_file' | 'project' | 'user'; path: string; line: number; profile?: string }
  | { source: 'default' };

/** An origin, as `platen config list` shows it. */
export function describeOrigin(origin: Origin): string {
  switch (origin.source) {
    case 'flag':
      return `flag ${origin.flag}`;
    case 'environment':
      return `environment ${origin.variable}`;
    case 'env_file':
      return `.env ${origin.path}:${origin.line}`;
    case 'project':
    case 'user': {
      const profile = origin.profile === undefined ? '' : ` (profile ${origin.profile})`;
      return `${origin.source} ${origin.path}:${origin.line}${profile}`;
    }
    case 'default':
      return 'default';
  }
}

/** Whether a value comes from a file of the project, which another person may have written. */
export function isFromProject(origin: Origin): origin is Extract<Origin, { path: string }> {
  return origin.source === 'env_file' || origin.source === 'project';
}
