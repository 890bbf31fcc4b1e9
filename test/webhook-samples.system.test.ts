import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { signEvent } from '../src/jobs/webhooks/attempt-delivery.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'platen-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The sample of a language on the page. */
function readSample(language: string): string {
  const [, sample] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? [];
  if (sample === undefined) throw new Error(`docs/guides/webhooks.md has no sample in ${language}`);
  return sample;
}

/** Whether a program is there. Says so where it is not. */
function has(program: string, word: string): boolean {
  const isThere = spawnSync(program, [word]).status === 0;
  if (!isThere) console.info(`left out, because there is no ${program}: its sample in docs/guides/webhooks.md`);
  return isThere;
}

/** An event as it arrives. */
interface Arrived {
  payload: string;
  headers: Record<string, string>;
}

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const payload = '{"type":"render.done","timestamp":"2026-11-22T14:16:40.123Z","data":{"id":"ü 漢","pages":2}}';
const sign = (secrets: string[], ageSeconds = 0) =>
  signEvent('01a2039c', new Date(Date.now() - 1000 * ageSeconds), payload, secrets);

const taken: Record<string, () => Arrived> = {
  'one that is signed': () => ({ payload, headers: sign([secret]) }),
  'one that is signed by two secrets, of which this is the second': () => ({ payload, headers: sign([other, secret]) }),
};
const refused: Record<string, () => Arrived> = {
  'one that another has signed': () => ({ payload, headers: sign([other]) }),
  'one whose body was changed': () => ({ payload: payload.replace('2}', '3}'), headers: sign([secret]) }),
  'one that is ten minutes old': () => ({ payload, headers: sign([secret], 600) }),
  'one of the future': () => ({ payload, headers: sign([secret], -600) }),
  'one with another id': () => ({ payload, headers: { ...sign([secret]), 'webhook-id': 'x' } }),
  'one of a version that is not known': () => {
    const headers = sign([secret]);
    return { payload, headers: { ...headers, 'webhook-signature': `v2${headers['webhook-signature']?.slice(2)}` } };
  },
  'one whose signature is none': () => ({ payload, headers: { ...sign([secret]), 'webhook-signature': 'v1,~ v1 x' } }),
  'one whose time is none': () => ({ payload, headers: { ...sign([secret]), 'webhook-timestamp': 'now' } }),
  'one without the headers': () => ({ payload, headers: {} }),
};

/** Asks a sample, by what `take` makes of events, for all of them. */
async function judge(take: (events: Arrived[]) => Promise<string[]> | string[]): Promise<void> {
  const events = Object.entries({ ...taken, ...refused });
  const verdicts = await take(events.map(([, make]) => make()));
  const wanted = events.map(([name]) => [name, name in taken ? 'taken' : 'refused']);
  expect(events.map(([name], at) => [name, verdicts[at]])).toEqual(wanted);
}

/** Gives events to a program, each as a line of JSON, and the lines that it prints. */
function pass(program: string, words: string[], events: Arrived[]): string[] {
  const input = events.map((event) => `${JSON.stringify({ ...event, secret })}\n`).join('');
  return execFileSync(program, words, { input, encoding: 'utf8' }).trim().split('\n');
}

describe('the samples that check a signature', () => {
  it('in TypeScript takes what is signed and nothing else', async () => {
    const file = join(folder, 'sample.mts');
    const library = join(root, 'src/client/public.ts');
    const sample = readSample('ts')
      .replace("'platen/client'", JSON.stringify(library))
      .replace('.listen(3000)', '.listen(0, "127.0.0.1", function () { console.error(this.address().port); })');
    writeFileSync(file, sample);
    const child = spawn(process.execPath, [file], { env: { ...process.env, PLATEN_WEBHOOK_SECRET: secret } });
    onTestFinished(() => void child.kill());
    const [port] = await once(child.stderr, 'data');
    const send = async ({ headers, payload: body }: Arrived) => {
      const sent = request({ port: Number(port), method: 'POST', headers }).end(body);
      const [answer] = await once(sent, 'response');
      answer.resume();
      return { 204: 'taken', 400: 'refused' }[answer.statusCode as number] ?? String(answer.statusCode);
    };
    await judge((events) => Promise.all(events.map(send)));
  });

  it.skipIf(!has('python3', '--version'))('in Python takes what is signed and nothing else', async () => {
    const file = join(folder, 'sample.py');
    const use = `
import sys
for line in sys.stdin:
    given = json.loads(line)
    try:
        event = verify_webhook(given["payload"].encode(), given["headers"], given["secret"])
        print("taken" if event["data"]["pages"] == 2 else event)
    except ValueError:
        print("refused")
`;
    writeFileSync(file, readSample('python') + use);
    await judge((events) => pass('python3', [file], events));
  });

  it.skipIf(!has('go', 'version'))('in Go takes what is signed and nothing else', { timeout: 200_000 }, async () => {
    const module = join(folder, 'sample');
    mkdirSync(join(module, 'hooks'), { recursive: true });
    writeFileSync(join(module, 'go.mod'), 'module sample\n\ngo 1.19\n');
    writeFileSync(join(module, 'hooks/hooks.go'), readSample('go'));
    const use = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sample/hooks"
)

func main() {
	for events := json.NewDecoder(os.Stdin); events.More(); {
		var given struct {
			Payload string
			Headers map[string]string
			Secret  string
		}
		if err := events.Decode(&given); err != nil {
			panic(err)
		}
		header := http.Header{}
		for name, value := range given.Headers {
			header.Set(name, value)
		}
		if hooks.Verify([]byte(given.Payload), header, given.Secret) == nil {
			fmt.Println("taken")
		} else {
			fmt.Println("refused")
		}
	}
}
`;
    writeFileSync(join(module, 'main.go'), use);
    // What Go compiles of its library is kept where Go keeps it: that takes longer than the sample.
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    execFileSync('go', ['vet', './...'], { cwd: module, env });
    execFileSync('go', ['build', '-o', 'program', '.'], { cwd: module, env });
    await judge((events) => pass(join(module, 'program'), [], events));
  });
});
