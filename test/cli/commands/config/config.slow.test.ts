import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildProgram } from '../../../helpers/built-program.ts';
import { openTerminal } from '../../../helpers/open-terminal.ts';
import { sendJson, startRecordingServer } from '../../../helpers/recording-server.ts';
import { openWorkspace, type Workspace } from '../../../helpers/workspace.ts';
import { useProject } from './run-in-project.ts';

const key = `platen_${'0'.repeat(43)}_0zkbyY`;
const config = useProject();
const { platen } = config;

describe('platen config trust', () => {
  it('is not asked for where the key lies in the folder of the project', async () => {
    const service = await startRecordingServer((_request, response) =>
      sendJson(response, 200, { data: [], page: { next: null } }),
    );
    onTestFinished(() => service.close());
    const env = {};
    config.project.write('.env', `PLATEN_API_KEY=${key}\n`);
    config.project.write('.gitignore', '.env\n');
    config.project.write('.platenrc', `base_url: ${service.url}\n`);
    expect(await platen(['templates', 'list'], { env })).toMatchObject({ code: 0 });
    expect(service.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const below = join(config.project.root, 'below');
    mkdirSync(below);
    writeFileSync(join(below, '.env'), `PLATEN_API_KEY=${key}\n`);
    const refused = await platen(['templates', 'list'], { env, cwd: below });
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('platen config trust') });
    expect(refused.err).not.toContain(key);
    expect(service.requests).toHaveLength(1);
  });
});

describe('at a terminal', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = openWorkspace(await buildProgram());
  });
  afterAll(() => workspace.clear());

  /** Types `answer` at the question; gives all that the terminal showed. */
  async function atTerminal(answer: string | NodeJS.Signals): Promise<{ shown: string; code: number }> {
    const env = { HOME: config.project.home, XDG_CONFIG_HOME: undefined };
    const terminal = openTerminal(workspace, ['config', 'set', 'api_key'], { env });
    await terminal.shows('API key: ');
    if (answer === 'SIGTERM') process.kill(terminal.pid, answer);
    else terminal.type(answer);
    const code = await terminal.ended;
    return { shown: terminal.text(), code };
  }

  it('asks for the key without showing it', async () => {
    const { shown, code } = await atTerminal(`${key}\r`);
    expect(shown).not.toContain(key.slice(0, 12));
    expect(shown).toContain('Set api_key in');
    expect(code).toBe(0);
    expect(readFileSync(config.userFile, 'utf8')).toBe(`api_key: ${key}\n`);
  });

  it('ends with 130 at Ctrl-C, 2 at the end of input and 143 at SIGTERM, and writes nothing', async () => {
    expect((await atTerminal('half a k\u0003')).code).toBe(130);
    expect((await atTerminal('\u0004')).code).toBe(2);
    expect((await atTerminal('SIGTERM')).code).toBe(143);
    expect(() => statSync(config.userFile)).toThrow('ENOENT');
  });
});
