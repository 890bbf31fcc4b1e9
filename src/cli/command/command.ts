import type { Command } from 'commander';
import type { Context } from './context.ts';

/** Settings that a command's own flags give, by the names of the settings table. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

/** Runs a command with its context, flags and arguments; returns an exit code other than 0, if any. */
type Act<O> = (context: Context, options: O, words: string[]) => Promise<number | undefined>;

/** Binds what a command does; returns its commander action. */
export type Register = <O extends object>(
  act: Act<O>,
  extra?: { settings?: (options: O) => SettingFlags; drains?: boolean; timeoutPerCall?: boolean },
) => (...words: unknown[]) => void;

/**
 * Declares a command: a command of a group below its parent, any other in the command that is passed in. `wholeProgram`
 * builds the program with every command, for `completion`.
 */
export type Declare = (parent: Command, register: Register, wholeProgram: () => Promise<Command>) => void;
