/** What the child that renders templates is asked to do. */
export interface TemplateJob {
  task: 'render' | 'check' | 'partials';
  template: string;
  /** The texts of its partials and layouts, by the names that its tags use. */
  partials: Record<string, string>;
  /** Names of partials that could be meant. With it, circles, depth and unknown names are found before the template runs. */
  names?: string[] | undefined;
  context: object;
  /** What `"now"` means in the template, in milliseconds since 1970. */
  now: number;
  /** The time zone of dates, an IANA name. */
  timezone: string;
}

/** What the child says is wrong, before it becomes a TemplateError. */
export interface TemplateProblem {
  problem: string;
  /** Missing where the whole template is at fault. */
  place?: TemplatePlace;
}

/** Where in a template something went wrong. */
export interface TemplatePlace {
  /** The name of the partial or layout that it is in; missing for the template itself. */
  partial?: string | undefined;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** The line itself, cut around the column where it is long. */
  sourceLine: string;
  /** Whether the problem itself quotes the template, as that of an unclosed tag does. */
  isQuoted: boolean;
}
