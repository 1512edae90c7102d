import { describe, expect, it } from '@jest/globals';
import { checkSettings } from '../../src/application/check-settings.js';
import { DEFAULT_SETTINGS } from '../../src/application/settings.js';

const checking = (settings: object) => () => checkSettings({ ...DEFAULT_SETTINGS, ...settings });

describe('checkSettings', () => {
  it.each([
    {},
    { maxSlippage: 0.5, confirmBlocks: 0, apiKeysPerWallet: undefined, stuckAfterMs: 0 },
    { limits: { maxOrderUsd: 5, minOperatorUstx: 0n, maxHourlyUsd: undefined }, quotas: { openOrders: 1 } },
  ])('accepts %j', (settings) => {
    expect(checking(settings)).not.toThrow();
  });

  it.each([
    [{ slippage: 5 }, 'slippage must be a number from 0 to 0.5'],
    [{ maxSlippage: Number.NaN }, 'maxSlippage must be a number from 0 to 0.5'],
    [{ confirmBlocks: 1_000 }, 'confirmBlocks must be a number from 0 to 100'],
    [{ ownerInFlight: 0 }, 'ownerInFlight must be a number of 1 or more'],
    [{ ownerFailures: '5' }, 'ownerFailures must be a number of 1 or more'],
    [{ dryRun: 'no' }, 'dryRun must be true or false'],
    [{ origins: ['http://x'] }, 'origins must be a function that returns origins'],
    [{ limits: { maxOrderUSD: 5 } }, 'limits has no maxOrderUSD; did you mean maxOrderUsd?'],
    [{ limits: { cap: 5 } }, 'limits has no cap; there are minOperatorUstx, maxFeesPerHourUstx'],
    [{ limits: { maxOrderUsd: Number.NaN } }, 'limits.maxOrderUsd must be a number of 0 or more'],
    [{ limits: { maxFeesPerDayUstx: 5 } }, 'limits.maxFeesPerDayUstx must be a bigint of 0 or more'],
    [{ quotas: { opnOrders: 1 } }, 'quotas has no opnOrders; did you mean openOrders?'],
    [{ quotas: 5 }, 'quotas must be an object, not 5'],
    [{ slippage: undefined }, 'slippage must be a number from 0 to 0.5, not undefined'],
  ])('refuses %p: the setting %s', (settings, message) => {
    expect(checking(settings)).toThrow(new RegExp(`^the setting ${message.replaceAll('?', '\\?')}`));
  });

  it('refuses names that are not settings, and reports every problem at once', () => {
    expect(checking({ slipage: 0.1 })).toThrow('unknown option settings.slipage; did you mean slippage?');
    expect(checking({ slippage: 5, dryRun: 'no' })).toThrow(
      /^2 options cannot be used:\n {2}the setting slippage .* not 5\n {2}the setting dryRun .* not "no"$/,
    );
  });
});
