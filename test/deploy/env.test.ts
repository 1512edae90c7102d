import { readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from '@jest/globals';
import { readConfig } from '../../src/apps/server/config.js';

const settingsOf = (file: string) => parseEnv(readFileSync(`deploy/env/${file}.env`, 'utf8'));
const ROLES = ['api', 'executor', 'recorder', 'webhooks'];

it('The kit has settings of all processes, and of each role', () => {
  expect(readdirSync('deploy/env').sort()).toEqual([...ROLES, 'sluice'].sort().map((name) => `${name}.env`));
});

it.each(ROLES)('The server accepts the settings of the kit for a process with the role %s', (role) => {
  expect(readConfig({ ...settingsOf('sluice'), ...settingsOf(role) })).toMatchObject({
    network: 'mainnet',
    roles: [role],
    trustProxy: 1,
  });
});
