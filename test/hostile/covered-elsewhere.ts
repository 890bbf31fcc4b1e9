/** An id of the acceptance list that an ordinary test proves against the real thing. */
export interface CoveredElsewhere {
  readonly id: string;
  /** From the root of the project. */
  readonly file: string;
  /** The title of the test as it stands in the file, or how it begins. */
  readonly name: string;
}

/** What needs no namespaces, and has its test beside the code that it is about. An id may stand here and be a row too. */
export const coveredElsewhere: readonly CoveredElsewhere[] = [
  {
    id: 'K02',
    file: 'test/server/requests/authenticate.system.test.ts',
    name: 'does not ask the store about a mistyped key',
  },
  {
    id: 'K02',
    file: 'test/server/requests/authenticate.system.test.ts',
    name: 'is refused from the moment it expires',
  },
  {
    id: 'C09',
    file: 'test/engine/page/datagrams.slow.test.ts',
    name: 'no realm of a page can send a datagram or open a UDP socket',
  },
  {
    id: 'D04',
    file: 'test/cli/settings/edit-user-file.system.test.ts',
    name: 'a written user file has mode 600 in a folder of mode 700 under any umask',
  },
  {
    id: 'D04',
    file: 'test/cli/settings/read-sources.test.ts',
    name: 'gets a warning when it holds a key that others may read',
  },
  {
    id: 'D08',
    file: 'test/cli/render/batch/killed.faults.test.ts',
    name: 'killed at any moments, it ends with every PDF, and renders nothing that its journal knows',
  },
  {
    id: 'D11',
    file: 'test/cli/commands/templates/update.system.test.ts',
    name: 'is a short summary at a terminal, which it cannot harm',
  },
  {
    id: 'B07',
    file: 'test/e2e/killed.faults.test.ts',
    name: 'may be killed while the browser is unpacked, and then happen',
  },
  {
    id: 'B08',
    file: 'test/faults/killed-service.faults.test.ts',
    name: 'a service that is killed under load keeps what it answered, leaves no process, and comes back',
  },
];
