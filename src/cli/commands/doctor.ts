import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import { addHelpNotes } from '../command/help.ts';

/** Declares `platen doctor`. */
export function addDoctor(command: Command, register: Register): void {
  addHelpNotes(command, {
    examples: ['platen doctor', `platen doctor --json | jq '.data[] | select(.state != "ok")'`],
    output: [
      'a line for each check with ok, warn or fail, and what to do about it;',
      'with --json {"data": [{"check", "state", "detail", "fix", "code"}]}',
    ].join('\n'),
    exitCodes: {
      0: 'no check failed (warnings do not count)',
      3: 'a setting, the browser or the sandbox',
      4: 'the key',
      11: 'the connection to the service',
      15: 'the data folder; where several checks failed, the exit code of the first',
    },
  });
  command.action(register(async (context) => (await import('../doctor/run-doctor.ts')).runDoctor(context)));
}
