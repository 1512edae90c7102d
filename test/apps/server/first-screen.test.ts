import { describe, expect, it } from '@jest/globals';
import picocolors from 'picocolors';
import { firstScreen, type FirstScreen } from '../../../src/apps/server/first-screen.js';

const FACTS: FirstScreen = {
  version: '1.2.3',
  network: 'devnet',
  tookMs: 1_940,
  url: 'http://127.0.0.1:3000',
  pagePath: '/',
  database: './data/sluice.db',
  journal: './data/sluice.db.devnet.jsonl',
  hasDevnet: true,
  isCheckout: true,
};

const screen = (facts: Partial<FirstScreen> = {}) =>
  firstScreen({ ...FACTS, ...facts }, picocolors.createColors(false));

describe('the first screen', () => {
  it('names the address, what describes the interface, the demo, the data and how to stop', () => {
    expect(screen()).toBe(`
  Sluice 1.2.3 on devnet is ready after 1.9 s

  Address    http://127.0.0.1:3000
  Page       http://127.0.0.1:3000/ markets, swaps, orders, documents
  Interface  http://127.0.0.1:3000/llms.txt in words, http://127.0.0.1:3000/openapi.json for programs
  Devnet     http://127.0.0.1:3000/devnet wallets with development keys, tokens, pools
  Try it     npm run demo -- --url http://127.0.0.1:3000
  Data       ./data/sluice.db and ./data/sluice.db.devnet.jsonl
  Stop       Ctrl-C

`);
  });

  it('names no page if there is none', () => {
    expect(screen({ pagePath: undefined })).not.toContain('Page');
  });

  it('names the installed program outside of a checkout', () => {
    expect(screen({ isCheckout: false })).toContain('  Try it     sluice demo --url http://127.0.0.1:3000\n');
  });

  it('offers no demo without a devnet', () => {
    const mainnet = screen({
      network: 'mainnet',
      hasDevnet: false,
      journal: undefined,
      database: 'postgres://db:5432/sluice',
    });
    expect(mainnet).not.toMatch(/Try it|Devnet/);
    expect(mainnet).toContain('  Data       postgres://db:5432/sluice\n');
  });
});
