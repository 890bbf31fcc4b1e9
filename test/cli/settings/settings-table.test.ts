import { describe, expect, it } from 'vitest';
import { type SettingName, settingNames, settingRows, variableOf } from '../../../src/cli/settings/settings-table.ts';

describe('a setting', () => {
  it('has a default only where every command uses the same', () => {
    const defaults = settingNames.flatMap((name) => {
      const value = settingRows[name].default;
      return value === null ? [] : [[name, value]];
    });
    expect(Object.fromEntries(defaults)).toEqual({
      retries: 3,
      webgl: false,
      insecure_http: false,
      trust_project: false,
      host: '127.0.0.1',
      port: 8080,
      keep_renders: false,
      log_level: 'info',
    });
  });

  it.each<[SettingName, number, number]>([
    ['retries', 0, 10],
    ['database_pool', 4, 1000],
    ['port', 0, 65_535],
    ['render_log_days', 0, 3650],
    ['template_revisions', 1, 1_000_000],
    ['concurrency', 1, 256],
    ['queue', 0, 100_000],
    ['workers', 1, 1000],
    ['jobs_waiting', 1, 10_000_000],
    ['account_jobs_waiting', 1, 10_000_000],
    ['jobs_waiting_mb', 1, 10_000_000],
    ['account_jobs_waiting_mb', 1, 10_000_000],
    ['rate', 1, 1_000_000],
    ['rate_burst', 1, 1_000_000],
  ])('%s is a number from %i to %i', (name, least, most) => {
    const { kind } = settingRows[name];
    for (const value of [least, most]) expect(kind.fromText(String(value))).toEqual({ value });
    for (const value of [least - 1, most + 1]) expect(kind.fromText(String(value))).toHaveProperty('problem');
  });

  it('has a variable without the group', () => {
    expect(variableOf('base_url')).toBe('PLATEN_BASE_URL');
    expect(variableOf('render.size')).toBe('PLATEN_SIZE');
  });
});
