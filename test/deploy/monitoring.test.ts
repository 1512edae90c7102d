import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { alertRules } from '../../scripts/deploy/alert-rules.mjs';
import { MANIFEST } from '../support/installed-package.js';
import { QUERIES } from './queries.js';

const RUNBOOK = readFileSync('docs/how-to/go-to-mainnet.md', 'utf8');

/** Prometheus's checker, from Debian's package `prometheus`; its tests are skipped where it is not installed. */
const promtool = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};
const withPromtool = spawnSync('promtool', ['--version']).status === 0 ? it : it.skip;

describe('the alerts in deploy', () => {
  withPromtool('are rules that Prometheus accepts, and fire as the objectives say', () => {
    const files = ['alerts', 'slo'].map((name) => `deploy/prometheus/${name}.yml`);
    expect(promtool('check', 'rules', ...files)).toMatchObject({ status: 0 });
    expect(promtool('test', 'rules', 'test/deploy/slo.rules.yml')).toMatchObject({ status: 0 });
  });

  it('are those of the runbook', async () => {
    const { alerts, slo } = await alertRules(RUNBOOK, MANIFEST);
    expect(readFileSync('deploy/prometheus/alerts.yml', 'utf8')).toBe(alerts);
    expect(readFileSync('deploy/prometheus/slo.yml', 'utf8')).toBe(slo);
  });

  it('each link to a heading of the runbook', () => {
    const headings = [...RUNBOOK.matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
      text!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const alerts = QUERIES.split('- alert: ').slice(1);
    const linked = alerts.map((alert) => /runbook_url: \S+go-to-mainnet\.md#(\S+)/.exec(alert)?.[1]);
    expect(alerts.length).toBeGreaterThan(20);
    expect(linked.filter((heading) => heading === undefined || !headings.includes(heading))).toEqual([]);
  });

  it('are refused if an objective has no query', async () => {
    const unknown = RUNBOOK.replace('| `SluiceEventsLate`', '| `SluiceEventsLost`');
    await expect(alertRules(unknown, MANIFEST)).rejects.toThrow('SluiceEventsLost');
  });

  it('are refused if the words of an alarm give no query', async () => {
    const vague = RUNBOOK.replace('`sluice_foreign_nonces` above 0', '`sluice_foreign_nonces` is too high');
    await expect(alertRules(vague, MANIFEST)).rejects.toThrow('is too high');
  });

  it('and the dashboard read recorded queries only by names that a rule records', () => {
    const recorded = [...QUERIES.matchAll(/record: (\S+)/g)].map(([, name]) => name);
    const read = [...QUERIES.matchAll(/\bsluice:\w+:\w+/g)].map(([name]) => name);
    expect(read.filter((name) => !recorded.includes(name))).toEqual([]);
  });
});
