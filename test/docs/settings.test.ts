import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { envExample } from '../../scripts/settings-page.mjs';
import { readConfig } from '../../src/apps/server/config.js';
import { SETTING_GROUPS, VARIABLES } from '../../src/apps/server/settings/index.js';

describe('the settings', () => {
  it('have every setting in one group', () => {
    const grouped = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group));
    expect(grouped).toEqual(Object.keys(VARIABLES));
  });

  it('give an example whose every line is the default', () => {
    const lines = envExample(SETTING_GROUPS).matchAll(/^#([A-Z_]+)=(.*)$/gm);
    const env = Object.fromEntries([...lines].map(([, name, value]) => [name!, value]));
    expect(Object.keys(env)).toEqual(Object.keys(VARIABLES));
    const { executorMs, btcSources, maxClockDriftMs, rates, addressQuotas, eventStreams, ...others } =
      readConfig({});
    expect(readConfig(env)).toMatchObject(others);
  });

  it('name only settings among the most used ones', () => {
    const page = readFileSync('docs/how-to/deploy-and-upgrade.md', 'utf8');
    const table = page.split('## The most used settings')[1]!.split('\n## ')[0]!;
    const named = [...table.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*)/gm)].flatMap(([, names]) =>
      names!.replaceAll('`', '').split(', '),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
  });
});
