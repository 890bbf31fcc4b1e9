import { describe, expect, it } from 'vitest';
import { adviseOnNamespaces } from '../../../src/browser/chromium/namespace-advice.ts';

const own = { executable: '/home/a b/.cache/platen/chromium/153.0.0-1/chromium', origin: 'packaged' } as const;
const advise = (system: Record<string, string>, files: Parameters<typeof adviseOnNamespaces>[0] = own) =>
  adviseOnNamespaces(files, (path) => system[path]);
const ubuntu = {
  '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n',
  '/proc/sys/user/max_user_namespaces': '9000\n',
};

describe('the advice on user namespaces', () => {
  it.each([
    [{ '/proc/sys/user/max_user_namespaces': '0\n' }, 'sudo sysctl -w user.max_user_namespaces=15000'],
    [{ '/proc/sys/kernel/unprivileged_userns_clone': '0\n' }, 'sudo sysctl -w kernel.unprivileged_userns_clone=1'],
    [{ ...ubuntu, '/.dockerenv': '' }, 'seccomp profile'],
    [{ ...ubuntu, '/run/.containerenv': '' }, 'seccomp profile'],
    [{}, 'security settings of the system'],
  ])('names one fix, by what refuses them: %j', (system, fix) => {
    expect(advise(system)).toMatch(/^Allow user namespaces: /);
    expect(advise(system)).toContain(fix);
    expect(advise(system)).not.toContain('apparmor');
  });

  it('is a ready AppArmor profile on Ubuntu, for all versions of platen’s own browser', () => {
    expect(advise(ubuntu)).toBe(
      'AppArmor refuses user namespaces. Install a profile that allows them to this browser: echo \'abi <abi/4.0>, profile platen-chromium "/home/a b/.cache/platen/chromium/*/chromium" flags=(unconfined) { userns, }\' | sudo tee /etc/apparmor.d/platen-chromium && sudo apparmor_parser -r /etc/apparmor.d/platen-chromium',
    );
  });

  it('names the very browser that the user chose', () => {
    expect(advise(ubuntu, { executable: '/opt/chrome/chrome', origin: 'given' })).toContain('"/opt/chrome/chrome"');
  });
});
