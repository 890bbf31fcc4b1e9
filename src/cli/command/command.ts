import type { Command } from 'commander';
import type { Context } from './context.ts';

/** Settings that a command's own flags give, by the names of the settings table. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

/** What a command does, given its surroundings, its flags and its arguments; a number is an exit code other than 0. */
type Act<O> = (context: Context, options: O, words: string[]) => Promise<number | undefined>;

/** Says what a command does; the result is the command's commander action. */
export type Register = <O extends object>(
  act: Act<O>,
  extra?: { settings?: (options: O) => SettingFlags; drains?: boolean },
) => (...words: unknown[]) => void;

/**
 * Declares a command: those of a group below their parent, the others in the command that is handed over. `wholeProgram`
 * builds the program with every command in it, for the one command that describes all of them.
 */
export type Declare = (parent: Command, register: Register, wholeProgram: () => Promise<Command>) => void;
