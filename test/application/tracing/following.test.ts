import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { followedPorts, following } from '../../../src/application/tracing/following.js';
import type { Tracer, Work, WorkName } from '../../../src/ports/index.js';
import { coreHarness, HOST, signedInput } from '../../support/core-harness.js';

/** A tracer that keeps what it follows. */
function recorder(follows?: readonly WorkName[]) {
  const works: Work[] = [];
  const tracer: Tracer = {
    ...(follows && { follows: new Set(follows) }),
    follow: (work, run) => {
      works.push(work);
      return run();
    },
  };
  return { tracer, works, names: () => works.map(({ name }) => name) };
}

describe('following', () => {
  const operation = async () => 7;

  it('returns the operation itself without a tracer, and for work that the tracer does not follow', () => {
    expect(following(undefined)('quote', operation)).toBe(operation);
    expect(following(recorder(['settle']).tracer)('quote', operation)).toBe(operation);
  });

  it('passes on arguments, result and facts', async () => {
    const { tracer, works } = recorder();
    const add = following(tracer)(
      'quote',
      async (a: number, b: number) => a + b,
      (a) => ({ a }),
    );
    expect(await add(2, 3)).toBe(5);
    expect(works).toEqual([{ name: 'quote', facts: { a: 2 } }]);
  });
});

describe('followedPorts', () => {
  it('are the ports themselves without a tracer', () => {
    const { ports } = coreHarness();
    expect(followedPorts(ports)).toBe(ports);
  });

  it('belong to the same storage as before', () => {
    const { ports } = coreHarness({ tracer: recorder().tracer });
    expect(() => createCore(followedPorts(ports))).not.toThrow();
  });
});

describe('the core', () => {
  it('shows the work of orders, prices and settlement', async () => {
    const { tracer, works, names } = recorder();
    const { core } = coreHarness({ tracer });
    const input = signedInput();
    await core.orders.placeJson(input);
    await core.orders.execute({ ref: input.uuid, authorization: HOST });
    await core.orders.cancel({ ref: input.uuid, authorization: HOST });
    await core.execution.settle();
    await core.prices.record();
    expect(names().filter((name) => name !== 'transaction')).toEqual([
      'place-order',
      'execute-order',
      'attempt-order',
      'cancel-order',
      'settle',
      'record-prices',
    ]);
    expect(names()).toContain('transaction');
    expect(JSON.stringify(works)).not.toContain(input.uuid);
  });
});
