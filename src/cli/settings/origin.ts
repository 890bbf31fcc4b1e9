/** Where a value comes from. */
export type Origin =
  | { source: 'flag'; flag: string }
  | { source: 'environment'; variable: string }
  | { source: 'env_file' | 'project' | 'user'; path: string; line: number; profile?: string }
  | { source: 'default' };

/** An origin in the words of `platen config list`. */
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

/** Whether a value comes from the folder that the command runs in, which may be somebody else's work. */
export function isFromProject(origin: Origin): origin is Extract<Origin, { path: string }> {
  return origin.source === 'env_file' || origin.source === 'project';
}
