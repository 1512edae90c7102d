import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../src/application/core.js';
import { coreHarness } from '../support/core-harness.js';

const { ports } = coreHarness();
const creating = (given: unknown, settings?: object) => () => createCore(given as never, settings);

describe('createCore', () => {
  it('names the ports that are missing', () => {
    expect(creating(undefined)).toThrow('the ports of createCore must be an object, not undefined');
    const { liquidity: _liquidity, chain: _chain, ...others } = ports;
    expect(creating(others)).toThrow('ports are missing: liquidity, chain');
  });

  it.each([
    [{}, 'must be an object with a method now()'],
    [{ now: () => 5 }, 'now() must return a valid Date, not 5'],
  ])('refuses the clock %j', (clock, message) => {
    expect(creating({ ...ports, clock })).toThrow(message);
  });

  it('takes ports on a prototype, and defaults for settings that are undefined', () => {
    expect(creating(Object.create(ports), { slippage: undefined })).not.toThrow();
  });
});
