import type { FilterImplOptions } from 'liquidjs';

/** A filter as a plain function; liquidjs names this type only inside itself. */
export type FilterHandler = Extract<FilterImplOptions, (...values: never[]) => unknown>;
