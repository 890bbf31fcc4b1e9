import type { Command } from 'commander';
import type { SettingName } from '../settings/settings-table.ts';
import type { Context } from './context.ts';

/** Runs a command with its context, flags and arguments; returns an exit code other than 0, if any. */
type Act<O> = (context: Context, options: O, words: string[]) => Promise<number | undefined>;

/** Binds what a command does; returns its commander action. `settings` are those that flags of the command's own give. */
export type Register = <O extends object>(
  act: Act<O>,
  extra?: {
    settings?: readonly SettingName[];
    drains?: boolean;
    timeoutPerCall?: boolean | ((options: O) => boolean | undefined);
  },
) => (...words: unknown[]) => void;

/**
 * Declares a command: a command of a group below its parent, any other in the command that is passed in. `wholeProgram`
 * builds the program with every command, for `completion`.
 */
export type Declare = (parent: Command, register: Register, wholeProgram: () => Promise<Command>) => void;
