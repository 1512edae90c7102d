import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createCore } from '../../../src/application/core.js';
import { MAX_ALERTS, type Alert } from '../../../src/domain/alert/alert.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { DOLLAR, WELSH, type HarnessOptions } from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
import { runs } from '../../support/properties.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { webhookBed, type WebhookBed } from '../webhooks/exchange-with-webhooks.js';

const ABOVE_2 = { kind: 'price', token: WELSH, direction: 'above', price: '2' };

/** A core whose alerts pass the usual guards, and the wallet that uses them. */
function alertBed(settings: HarnessOptions['settings'] = {}) {
  const bed = webhookBed();
  const core = createCore(bed.ports, { webhooksPerWallet: 2, ...settings });
  const fire = async () => (await core.alerts.fireDue()).fired;
  return {
    ...bed,
    core,
    fire,
    add: async (terms: object, wallet = A_WALLET) =>
      unwrap(await core.alerts.create(bed.proof({ action: 'create_alert', ...terms }, wallet))),
    find: async ({ id }: Alert) => (await bed.ports.alerts.findById(id))!,
    rearm: async ({ id: alertId }: Alert) =>
      unwrap(await core.alerts.rearm(alertId, bed.proof({ action: 'rearm_alert', alertId }))),
    /** A run at this price of WELSH in dollars, and a look at the alerts. Returns how many fired. */
    run: async (dollars: number, facts?: Parameters<typeof recordPrices>[2]) => {
      await recordPrices(bed, { [WELSH]: dollars }, facts);
      return fire();
    },
  };
}

describe('an alert at a price', () => {
  it('fires once, at the second run in a row that is beyond its price', async () => {
    const bed = alertBed();
    const alert = await bed.add(ABOVE_2);
    expect(alert).toMatchObject({ state: 'armed', owner: A_WALLET.address });
    const fired = [];
    for (const dollars of [1, 2.5, 1.9, 2, 2.1, 3]) fired.push(await bed.run(dollars));
    expect(fired).toEqual([0, 0, 0, 0, 1, 0]);
    expect(await bed.find(alert)).toMatchObject({ state: 'fired', firing: { value: '2' } });
  });

  it('fires at the first look if it is true when it is made', async () => {
    const bed = alertBed();
    for (const dollars of [3, 3]) await bed.run(dollars);
    await bed.add(ABOVE_2);
    expect(await bed.fire()).toBe(1);
  });

  it('fires below its price, and at the ratio to another token', async () => {
    const bed = alertBed();
    await bed.add({ ...ABOVE_2, direction: 'below' });
    await bed.add({ ...ABOVE_2, price: '0.75', baseAsset: DOLLAR });
    for (const [welsh, dollar] of [
      [3, 4],
      [3, 4],
    ] as const) {
      await recordPrices(bed, { [WELSH]: welsh, [DOLLAR]: dollar });
    }
    expect(await bed.fire()).toBe(1);
    for (const dollars of [2, 1.5]) await bed.run(dollars);
    const [below] = await bed.ports.alerts.listByOwner(A_WALLET.address);
    expect(await bed.find(below!)).toMatchObject({ state: 'fired' });
  });

  it.each([
    ['thin', 3, { roundTripLoss: 30 }],
    // The builder's price of a dollar has a thousand dollars in pools.
    ['backed by too little', 0.9, {}],
  ])('does not fire while the price is %s', async (_case, dollars, facts) => {
    const bed = alertBed();
    await bed.add({ ...ABOVE_2, price: '0.5' });
    for (let n = 0; n < 3; n++) expect(await bed.run(dollars, facts)).toBe(0);
    await bed.run(3);
    expect(await bed.fire()).toBe(0);
  });

  it('does not fire while the price is stale', async () => {
    const bed = alertBed();
    for (const dollars of [3, 3]) await bed.run(dollars);
    bed.clock.advance(16 * 60_000);
    await bed.add(ABOVE_2);
    expect(await bed.fire()).toBe(0);
  });

  it('does not fire over a run that is missing', async () => {
    const bed = alertBed();
    await bed.add(ABOVE_2);
    await bed.run(3);
    bed.clock.advance(300_000);
    expect(await bed.run(3)).toBe(0);
    expect(await bed.run(3)).toBe(1);
  });

  it('is armed again by its owner: at once if it is untrue, otherwise once it is', async () => {
    const bed = alertBed();
    const alert = await bed.add(ABOVE_2);
    for (const dollars of [3, 3]) await bed.run(dollars);
    expect(await bed.rearm(alert)).toMatchObject({ state: 'clearing', firing: { value: '3' } });
    expect(await bed.run(3)).toBe(0);
    await bed.run(1);
    expect(await bed.find(alert)).toMatchObject({ state: 'armed' });
    await bed.run(3);
    expect(await bed.run(3)).toBe(1);
    await bed.run(1);
    expect(await bed.rearm(alert)).toMatchObject({ state: 'armed' });
  });

  it('fires exactly when a naive model does, on any path of prices', async () => {
    const paths = fc.array(fc.record({ dollars: fc.integer({ min: 1, max: 4 }), rearms: fc.boolean() }), {
      minLength: 1,
      maxLength: 14,
    });
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('above', 'below'), async (path, direction) => {
        const bed = alertBed();
        const alert = await bed.add({ ...ABOVE_2, direction });
        const isBeyond = (dollars: number) => (direction === 'above' ? dollars >= 2 : dollars <= 2);
        let state = 'armed';
        let before = false;
        for (const { dollars, rearms } of path) {
          const now = isBeyond(dollars);
          const fires = state === 'armed' && before && now;
          if (fires) state = 'fired';
          if (state === 'clearing' && !now) state = 'armed';
          expect(await bed.run(dollars)).toBe(fires ? 1 : 0);
          if (rearms) await bed.rearm(alert);
          if (rearms && state === 'fired') state = now ? 'clearing' : 'armed';
          expect((await bed.find(alert)).state).toBe(state);
          before = now;
        }
      }),
      { numRuns: runs(100) },
    );
  }, 30_000);
});

describe('an alert at a move', () => {
  it('fires when two runs in a row are so far from two earlier ones within its time', async () => {
    const bed = alertBed();
    const alert = await bed.add({ kind: 'move', token: WELSH, bps: 1_000, seconds: 900 });
    const fired = [];
    for (const dollars of [10, 10, 10.5, 10.6, 9, 9.4, 9.4]) fired.push(await bed.run(dollars));
    expect(fired).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(await bed.find(alert)).toMatchObject({ firing: { value: '-1047' } });
  });

  it('does not see a move that took longer than its time', async () => {
    const bed = alertBed();
    await bed.add({ kind: 'move', token: WELSH, bps: 1_000, seconds: 300 });
    for (const dollars of [10, 10, 10.4, 10.8, 11.2, 11.6]) expect(await bed.run(dollars)).toBe(0);
  });

  it('does not fire at a spike of one run, nor at the return from it', async () => {
    const bed = alertBed();
    await bed.add({ kind: 'move', token: WELSH, bps: 1_000, seconds: 3_600 });
    for (const dollars of [10, 10, 90, 10, 10, 10]) expect(await bed.run(dollars)).toBe(0);
  });
});

describe('an alert at a token', () => {
  it('fires when the price becomes stale', async () => {
    const bed = alertBed();
    await bed.add({ kind: 'stale', token: WELSH });
    await bed.run(1);
    bed.clock.advance(15 * 60_000);
    expect(await bed.fire()).toBe(0);
    bed.clock.advance(1);
    expect(await bed.fire()).toBe(1);
  });

  it('fires when the price becomes thin', async () => {
    const bed = alertBed();
    await bed.add({ kind: 'thin', token: WELSH });
    expect(await bed.run(1)).toBe(0);
    expect(await bed.run(1, { roundTripLoss: 26 })).toBe(1);
  });
});

describe('an alert at a balance', () => {
  const BELOW_5 = { kind: 'balance', token: WELSH, direction: 'below', amount: '5' };

  it('fires when the owner’s own balance reaches the amount, and not while it is unknown', async () => {
    const bed = alertBed();
    const alert = await bed.add(BELOW_5);
    bed.balances.set(WELSH, ANOTHER_WALLET.address, toUnits(1n));
    expect(await bed.fire()).toBe(0);
    bed.balances.set(WELSH, A_WALLET.address, toUnits(6n));
    bed.clock.advance(60_000);
    expect(await bed.fire()).toBe(0);
    bed.balances.set(WELSH, A_WALLET.address, toUnits(5n));
    bed.clock.advance(60_000);
    expect(await bed.fire()).toBe(1);
    expect(await bed.find(alert)).toMatchObject({ firing: { value: '5' } });
  });

  it('reads each balance once a minute, and no more than ten balances', async () => {
    const bed = alertBed();
    const reads: string[] = [];
    const balances = {
      balanceOf: async (...[token, owner]: Parameters<typeof bed.balances.balanceOf>) => {
        reads.push(owner);
        return bed.balances.balanceOf(token, owner);
      },
    };
    const core = createCore({ ...bed.ports, balances });
    const [alert] = [await bed.add(BELOW_5)];
    await bed.add({ ...BELOW_5, direction: 'above' });
    for (let n = 1; n < 15; n++) {
      const owner =
        `${A_WALLET.address.slice(0, -2)}${String(n).padStart(2, '0')}` as typeof A_WALLET.address;
      await bed.ports.alerts.insert({
        ...alert,
        id: n.toString(16).padStart(32, '0') as typeof alert.id,
        owner,
      });
    }
    await core.alerts.fireDue();
    const first = reads.length;
    expect(first).toBeLessThanOrEqual(10);
    await core.alerts.fireDue();
    expect(reads).toHaveLength(first);
  });
});

describe('the firing of an alert', () => {
  const FIRED = { type: 'alert.fired', content: { kind: 'alert' } };
  const sentBy = async (bed: WebhookBed) => {
    const { sending } = bed.core.webhooks;
    await sending.sendDue();
    await sending.idle();
    return bed.sent.map(({ content }) => content.kind);
  };

  it('is sent to the owner’s webhooks that want it, and to no other', async () => {
    const bed = alertBed();
    await bed.create({ url: 'https://a.example.org/' });
    await bed.create({ url: 'https://b.example.org/', eventTypes: ['order.confirmed'] });
    await bed.create({ eventTypes: ['alert.fired'], url: 'https://c.example.org/' }, ANOTHER_WALLET);
    await bed.create({ strategyId: 'dca', url: 'https://d.example.org/' }, ANOTHER_WALLET);
    const alert = await bed.add(ABOVE_2);
    await bed.add({ ...ABOVE_2, note: 'second' }, ANOTHER_WALLET);
    for (const dollars of [3, 3]) await bed.run(dollars);
    await sentBy(bed);
    expect(bed.sent.map(({ url }) => url).toSorted()).toEqual([
      'https://a.example.org/',
      'https://c.example.org/',
    ]);
    const mine = bed.sent.find(({ url }) => url.includes('//a.'));
    expect(mine?.content).toEqual({ kind: FIRED.content.kind, alert: await bed.find(alert) });
  });

  it('is delivered after a restart, although its alert was deleted meanwhile', async () => {
    const bed = alertBed();
    const webhookId = await bed.create();
    const alert = await bed.add(ABOVE_2);
    for (const dollars of [3, 3]) await bed.run(dollars);
    const alertId = alert.id;
    unwrap(await bed.core.alerts.remove(alertId, bed.proof({ action: 'delete_alert', alertId })));
    expect(await bed.ports.webhookDeliveries.list({ webhookId: webhookId as never, limit: 9 })).toMatchObject(
      [{ type: FIRED.type, state: 'waiting' }],
    );
    const restarted = { ...bed, core: createCore(bed.ports) };
    expect(await sentBy(restarted)).toEqual(['alert']);
    expect(bed.sent[0]?.content).toMatchObject({ alert: { id: alertId, firing: { value: '3' } } });
  });

  it('happens once, however many processes look at the same time', async () => {
    const bed = alertBed();
    await bed.create();
    for (const note of ['a', 'b', 'c']) await bed.add({ ...ABOVE_2, note });
    for (const dollars of [3, 3]) await recordPrices(bed, { [WELSH]: dollars });
    const processes = Array.from({ length: 4 }, () => createCore(bed.ports));
    const looks = await Promise.all(processes.map((core) => core.alerts.fireDue()));
    expect(looks.reduce((sum, { fired }) => sum + fired, 0)).toBe(3);
    expect(await sentBy(bed)).toEqual(['alert', 'alert', 'alert']);
    const times = (await bed.ports.alerts.listFiredAfter(new Date(0), 9)).map(({ firing }) => +firing.at);
    expect(new Set(times).size).toBe(3);
  });

  it('is held back by a database that may be a copy', async () => {
    const bed = alertBed();
    await bed.add(ABOVE_2);
    for (const dollars of [3, 3]) await recordPrices(bed, { [WELSH]: dollars });
    const databaseHome = { ...bed.ports.databaseHome, displaced: async () => 'copied' as never };
    expect(await createCore({ ...bed.ports, databaseHome }).alerts.fireDue()).toEqual({ fired: 0 });
    expect(await bed.fire()).toBe(1);
  });
});

describe('an owner', () => {
  it('has at most fifty alerts, also if they are made at the same time', async () => {
    const bed = alertBed();
    for (let n = 0; n < MAX_ALERTS - 1; n++) await bed.add(ABOVE_2);
    const create = (note: string) =>
      bed.core.alerts.create(bed.proof({ action: 'create_alert', ...ABOVE_2, note }));
    const results = await Promise.all(['a', 'b', 'c'].map(create));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({
      ok: false,
      error: { kind: 'too-many-alerts', limit: MAX_ALERTS },
    });
    await bed.add(ABOVE_2, ANOTHER_WALLET);
  });

  it('neither sees nor changes another’s alert', async () => {
    const bed = alertBed();
    const { id: alertId } = await bed.add(ABOVE_2);
    const { find, rearm, remove } = bed.core.alerts;
    const as = (action: string) => bed.proof({ action, alertId }, ANOTHER_WALLET);
    const refused = { ok: false, error: { kind: 'alert-not-found', alertId } };
    expect(await find(alertId, as('get_alert'))).toEqual(refused);
    expect(await rearm(alertId, as('rearm_alert'))).toEqual(refused);
    expect(await remove(alertId, as('delete_alert'))).toEqual(refused);
    expect(await bed.ports.alerts.findById(alertId)).toBeDefined();
  });

  it('cannot watch a token that the exchange does not have', async () => {
    const bed = alertBed();
    const terms = { action: 'create_alert', ...ABOVE_2, token: `${A_WALLET.address}.stranger` };
    expect(await bed.core.alerts.create(bed.proof(terms))).toMatchObject({
      ok: false,
      error: { problems: [{ field: 'token', message: 'is no token of this exchange' }] },
    });
  });
});
