import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { alertRules } from '../../scripts/deploy/alert-rules.mjs';
import { MANIFEST } from '../support/installed-package.js';
import { QUERIES } from './queries.js';

const RUNBOOK = readFileSync('docs/how-to/go-to-mainnet.md', 'utf8');

describe('the alerts in deploy', () => {
  it('are those of the runbook', async () => {
    expect(readFileSync('deploy/prometheus/alerts.yml', 'utf8')).toBe(await alertRules(RUNBOOK, MANIFEST));
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
