import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  checkedOutputs,
  reportOn,
  type FillFacts,
  type ParentOutputs,
} from '../../../../src/domain/order/report/execution-report.js';
import { toUnits, type Units } from '../../../../src/domain/shared/units.js';

const units = (value: bigint | number): Units => toUnits(BigInt(value));
const amount = fc.bigInt({ min: 1n, max: 2n ** 100n }).map(toUnits);

const facts = (
  rest: Partial<Record<'placed' | 'sent' | 'minimum', number>>,
  parent?: ParentOutputs,
): FillFacts => ({
  amountIn: units(1_000),
  executed: units(900),
  ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, units(value)])),
  ...(parent && { parent }),
});
const at = (ownRoute: number, best: number): ParentOutputs => ({
  blockHeight: 7,
  ownRoute: units(ownRoute),
  best: units(best),
});

describe('the report of a fill', () => {
  it.each([
    {
      name: 'every fact is known',
      of: facts({ placed: 1_000, sent: 950, minimum: 880 }, at(920, 925)),
      shortfall: { total: 100n, drift: 50n, delay: 30n, rest: 20n, route: 5n },
      surplus: { overQuote: -50n, overMinimum: 20n },
      bps: [270.27, -526.32],
    },
    {
      name: 'the order was placed without a quote',
      of: facts({ sent: 890, minimum: 880 }, at(900, 900)),
      shortfall: { delay: -10n, rest: 0n, route: 0n },
      surplus: { overQuote: 10n, overMinimum: 20n },
      bps: [0, 112.36],
    },
    {
      name: 'the parent block is not read',
      of: facts({ placed: 900, sent: 900 }),
      shortfall: { total: 0n, drift: 0n },
      surplus: { overQuote: 0n },
      bps: [undefined, 0],
    },
    {
      name: 'another server sent the swap',
      of: facts({ placed: 910 }, at(905, 910)),
      shortfall: { total: 10n, rest: 5n, route: 5n },
      surplus: {},
      bps: [109.89, undefined],
    },
    {
      name: 'earlier transactions made the price better',
      of: facts({ sent: 890 }, { ...at(890, 895), inexact: 'earlier-transactions' }),
      shortfall: { delay: 0n, rest: -10n, route: 5n },
      surplus: { overQuote: 10n },
      bps: [-55.87, 112.36],
    },
  ])('tells the parts apart if $name', ({ of, shortfall, surplus, bps }) => {
    const report = reportOn(of);
    expect(report.shortfall).toEqual(shortfall);
    expect(report.surplus).toEqual(surplus);
    expect([report.shortfallBps, report.surplusBps]).toEqual(bps);
  });

  it('has parts that add up exactly to the quote when placed less the amount paid', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (executed, placed, sent, ownRoute, best) => {
        const parent = { blockHeight: 1, ownRoute, best };
        const { shortfall } = reportOn({ amountIn: units(1), executed, placed, sent, parent });
        expect(shortfall.drift! + shortfall.delay! + shortfall.rest!).toBe(placed - executed);
        expect(shortfall.total).toBe(placed - executed);
        expect(shortfall.route! + ownRoute).toBe(best);
      }),
    );
  });

  it('calls outputs exact only if the own route gave what was paid', () => {
    const exact = at(900, 905);
    expect(checkedOutputs(exact, units(900))).toEqual(exact);
    expect(checkedOutputs(exact, units(901))).toEqual({ ...exact, inexact: 'route-differs' });
    const inexact = { ...exact, inexact: 'earlier-transactions' as const };
    expect(checkedOutputs(inexact, units(901))).toEqual(inexact);
  });
});
