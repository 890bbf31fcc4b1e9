import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDuration } from '../src/cli/settings/duration.ts';
import { settingNames, settingRows, variableOf } from '../src/cli/settings/settings-table.ts';
import { openTestService } from './server/test-service.ts';

const examples = join(import.meta.dirname, '../examples');
const read = (path: string) => parse(readFileSync(join(examples, path), 'utf8'));
const settings = new Map(settingNames.map((name) => [variableOf(name), settingRows[name].kind]));
const labels = { 'app.kubernetes.io/name': 'platen' };

/** What is wrong with the values of settings. */
function findFaults(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([variable, value]) => {
    const read = settings.get(variable)?.fromText(value) ?? { problem: 'is no setting' };
    return 'problem' in read ? [`${variable} ${read.problem}`] : [];
  });
}

describe('the Kubernetes example', () => {
  const deployment = read('kubernetes/deployment.yaml').spec;
  const pod = deployment.template.spec;
  const [container] = pod.containers;
  const service = read('kubernetes/service.yaml').spec;
  const budget = read('kubernetes/disruption-budget.yaml').spec;
  const autoscaler = read('kubernetes/autoscaler.yaml').spec;

  it('applies all of its files', () => {
    const files = readdirSync(join(examples, 'kubernetes')).filter((name) => name !== 'kustomization.yaml');
    expect(read('kubernetes/kustomization.yaml').resources.toSorted()).toEqual(files.sort());
  });

  it('has everything point at the same pods', () => {
    expect(deployment.template.metadata.labels).toEqual(labels);
    expect([deployment.selector, budget.selector]).toEqual([{ matchLabels: labels }, { matchLabels: labels }]);
    expect(service.selector).toEqual(labels);
    expect(service.ports[0].targetPort).toBe(container.ports[0].name);
    expect(autoscaler.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'platen' });
    expect(autoscaler.minReplicas).toBeGreaterThan(budget.maxUnavailable);
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
      pod.volumes.map(({ name }: { name: string }) => name),
    );
  });

  it('asks for pages and a metric that the service has', async () => {
    const { app } = await openTestService();
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(app.hasRoute({ method: 'GET', url: probe.httpGet.path })).toBe(true);
      expect(probe.httpGet.port).toBe(container.ports[0].name);
    }
    const { name } = autoscaler.metrics[0].pods.metric;
    expect((await app.inject('/metrics')).body).toMatch(new RegExp(`^# TYPE ${name} gauge$`, 'm'));
  });

  it('lets callers and people in, and no one else to the pages without a key', async () => {
    const { app } = await openTestService();
    const [rule] = read('kubernetes/ingress.yaml').spec.rules;
    const paths: { path: string; backend: object }[] = rule.http.paths;
    expect(paths.map(({ path }) => path)).toEqual(['/api', '/docs', '/dashboard', '/']);
    for (const url of ['/docs', '/']) expect(app.hasRoute({ method: 'GET', url })).toBe(true);
    for (const { backend } of paths)
      expect(backend).toEqual({ service: { name: 'platen', port: { name: service.ports[0].name } } });
    const address = container.env.find(({ name }: { name: string }) => name === 'PLATEN_PUBLIC_URL').value;
    expect(address).toBe(`https://${rule.host}`);
  });

  it('keeps pods from the metadata of a cloud and from private addresses', () => {
    const { podSelector, policyTypes, ingress, egress } = read('kubernetes/network-policy.yaml').spec;
    expect([podSelector, policyTypes]).toEqual([{ matchLabels: labels }, ['Ingress', 'Egress']]);
    expect(ingress).toEqual([{ ports: [{ port: container.ports[0].name }] }]);
    const [web, ...others] = egress.filter(({ to }: { to?: object }) => to !== undefined);
    expect(others).toEqual([]);
    expect(web.to[0].ipBlock.except).toEqual(
      expect.arrayContaining(['169.254.0.0/16', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']),
    );
  });

  it('gives a pod the time that its service takes to end', () => {
    const env: { name: string; value?: string }[] = container.env;
    const values = Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
    expect(findFaults(values)).toEqual([]);
    expect(env.filter(({ name }) => !settings.has(name))).toEqual([]);
    const [, seconds] = container.lifecycle.preStop.exec.command;
    const ms = [values.PLATEN_DRAIN_DELAY, values.PLATEN_GRACE].map((text) => parseDuration(text ?? '') ?? Number.NaN);
    const needed = Number(seconds) + ms.reduce((sum, time) => sum + time, 0) / 1000;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });

  it('runs without rights', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'Localhost' } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });
});

describe.each(['compose', 'container'])('the Compose file in %s', (folder) => {
  const { services } = read(`${folder}/compose.yaml`);
  const { platen } = services;

  it('names files that are there and settings that are valid', () => {
    const context = join(examples, folder, platen.build.context);
    expect(existsSync(join(context, platen.build.dockerfile))).toBe(true);
    const profile = platen.security_opt[1].replace('seccomp:', '');
    expect(existsSync(join(examples, folder, profile))).toBe(true);
    const environment: Record<string, string> = platen.environment ?? {};
    const filled = Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{.*?\}/, 'secret')]);
    expect(findFaults(Object.fromEntries(filled))).toEqual([]);
  });

  it('runs without rights, and is given the time to end', () => {
    expect(platen).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(platen.security_opt[0]).toBe('no-new-privileges:true');
    expect(parseDuration(platen.stop_grace_period)).toBeGreaterThan(35_000);
  });
});

it('the Grafana dashboard asks for metrics that the service has, and for all of them', async () => {
  const { panels } = read('grafana/dashboard.json');
  const { app } = await openTestService();
  await app.inject('/metrics');
  const { body } = await app.inject('/metrics');
  const known = [...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  const asked = new Set(queries.flatMap((query) => query.match(/\b(platen|process)_\w+/g) ?? []));
  const named = [...asked].map((name) => name.replace(/_bucket$/, ''));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => name.startsWith('platen_') && !named.includes(name))).toEqual([]);
});

it('the image and the root file system have the same packages of Debian, and the same browser where none comes along', () => {
  for (const file of ['Dockerfile', 'build-rootfs.sh']) {
    const recipe = readFileSync(join(examples, 'container', file), 'utf8');
    expect(recipe).toContain('examples/container/packages.txt');
    expect(recipe.match(/\bchromium[\w-]*/g), file).toEqual(['chromium-headless-shell']);
    expect(recipe, file).toContain('--libc=glibc');
  }
});
