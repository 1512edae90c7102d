import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { prepareOwnDevnet } from '../../../src/apps/server/own-devnet.js';

describe('the process of the own devnet', () => {
  it.each([
    ['on another network', { SLUICE_NETWORK: 'mainnet', STACKS_API_URL: 'https://example.org' }],
    ['beside a node', { STACKS_API_URL: 'http://127.0.0.1:3999' }],
    ['for settings that the server refuses', { PORT: 'eighty' }],
    ['for a network that does not exist', { SLUICE_NETWORK: 'devent' }],
  ])('is not started %s', (_case, env) => {
    expect(prepareOwnDevnet(env)).toBeUndefined();
  });

  it.each([[{}], [{ SLUICE_NETWORK: ' devnet ', STACKS_API_URL: ' ' }]])('is started for %j', async (env) => {
    const prepared = prepareOwnDevnet(env);
    expect(prepared).toBeDefined();
    prepared!.child.kill('SIGKILL');
    await once(prepared!.child, 'exit');
  });
});
