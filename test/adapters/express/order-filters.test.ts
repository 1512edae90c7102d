import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0, uuidOf } from '../../support/builders.js';
import { A_REGISTRY, DOLLAR, SBTC, signedInput, WELSH_SUBNET } from '../../support/core-harness.js';
import { A_WALLET } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';
import { signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const { check } = responseCheck();
const OUTPUTS = [DOLLAR, SBTC, '.stx'];
const at = (n: number) => new Date(T0.getTime() + n * 1_000).toISOString();
const OWNER = signed({ action: 'read_orders', uuid: '*' }, A_WALLET);

let whole: WholeApp;
let txid: string;

/** Orders 0, 1 and 2, a second apart; the first is broadcast. */
beforeEach(async () => {
  whole = wholeApp();
  for (const [n, outputToken] of OUTPUTS.entries()) {
    const body = signedInput({ uuid: uuidOf(n), fields: { outputToken, strategyId: 'plan' } });
    expect((await request(whole.app).post(`${API}/orders/new`).send(body)).status).toBe(200);
    whole.clock.advance(1_000);
  }
  const sent = await whole.core.orders.execute({ ref: uuidOf(0), authorization: { by: 'host' } });
  txid = sent.ok ? sent.value.txid : sent.error.kind;
});

const get = async (query: string) => {
  const response = await request(whole.app).get(`${API}/orders?${query}`).set(OWNER.headers);
  check(response);
  return response;
};
const found = async (query: string) => {
  const response = await get(query);
  expect(response.status).toBe(200);
  return (response.body as { data: { uuid: string }[] }).data.map(({ uuid }) => uuid).sort();
};

describe('GET /orders', () => {
  it.each<[string, () => string, readonly number[]]>([
    ['inputToken', () => `inputToken=${WELSH_SUBNET}`, [0, 1, 2]],
    ['outputToken', () => `outputToken=${SBTC}`, [1]],
    ['token, on the side of the output', () => `token=${DOLLAR}`, [0]],
    ['token, on the side of the input', () => `token=${WELSH_SUBNET}`, [0, 1, 2]],
    ['the native coin', () => 'token=.stx', [2]],
    ['the native coin by the name that routers have for it', () => `outputToken=${A_REGISTRY.wstx}`, [2]],
    ['pair', () => `pair=${WELSH_SUBNET},${SBTC}`, [1]],
    ['pair, the other way round', () => `pair=${SBTC},${WELSH_SUBNET}`, [1]],
    ['pair of which no order is', () => `pair=${SBTC},${DOLLAR}`, []],
    ['from, included', () => `from=${at(1)}`, [1, 2]],
    ['to, excluded', () => `to=${at(1)}`, [0]],
    ['from and to', () => `from=${at(1)}&to=${at(2)}`, [1]],
    ['a day', () => 'from=2026-11-20&to=2026-11-21', [0, 1, 2]],
    ['txid', () => `txid=${txid}`, [0]],
    ['txid with 0x, in capitals', () => `txid=0x${txid.toUpperCase()}`, [0]],
    ['ids', () => `ids=${uuidOf(0)},${uuidOf(2)}`, [0, 2]],
    [
      'ids of which one is unknown and one occurs twice',
      () => `ids=${uuidOf(1)},${uuidOf(9)},${uuidOf(1)}`,
      [1],
    ],
    ['several at once', () => `ids=${uuidOf(0)},${uuidOf(1)}&token=${SBTC}&from=${at(1)}`, [1]],
    ['filters that no order passes', () => `txid=${txid}&outputToken=${SBTC}`, []],
  ])('limits pages and the whole list to %s', async (_, query, orders) => {
    const expected = orders.map(uuidOf);
    expect(await found(query())).toEqual(expected);
    expect(await found(`limit=50&${query()}`)).toEqual(expected);
    expect((await get(`page=1&${query()}`)).body).toMatchObject({ pagination: { total: orders.length } });
  });

  it.each([
    ['address', 'owner'],
    ['user', 'owner'],
    ['wallet_address', 'owner'],
    ['tokenIn', 'inputToken'],
    ['buyToken', 'outputToken'],
    ['createdFrom', 'from'],
    ['until', 'to'],
    ['uuid', 'ids'],
    ['offset', 'page'],
  ])('refuses %s, which others have in place of %s, rather than show all orders', async (name, meant) => {
    for (const paging of ['', '&limit=5']) {
      const response = await get(`${name}=x${paging}`);
      expect([response.status, (response.body as { error: string }).error]).toEqual([
        400,
        `Unknown parameter ${name}; did you mean ${meant}?`,
      ]);
    }
  });

  it('searches within a filter', async () => {
    expect(await found(`limit=5&search=sbtc&from=${at(0)}`)).toEqual([uuidOf(1)]);
    expect(await found(`limit=5&search=sbtc&to=${at(1)}`)).toEqual([]);
    expect(await found(`limit=5&search=${txid.slice(0, 9)}&token=${DOLLAR}`)).toEqual([uuidOf(0)]);
  });

  it('takes up to 100 ids', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => uuidOf(n)).join(',');
    expect(await found(`ids=${ids}`)).toHaveLength(3);
    expect((await get(`ids=${ids},${uuidOf(100)}`)).status).toBe(400);
  });

  it.each(['', 'limit=5&'])('responds with 400 to a bad value, also with %j', async (paging) => {
    for (const [name, ...values] of [
      ['token', 'welsh', 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.a', `${SBTC}&token=${SBTC}`],
      ['inputToken', 'welsh'],
      ['outputToken', 'welsh'],
      ['pair', SBTC, `${SBTC},${SBTC}`, `${SBTC},welsh`, `${SBTC},${DOLLAR},.stx`],
      ['from', 'yesterday', '1795000000', '2026-02-30'],
      ['to', 'tomorrow'],
      ['txid', 'ab', '0x'],
      ['ids', ',', 'a', `${uuidOf(1)},`, `${uuidOf(1)} ${uuidOf(2)}`, 'client:mine'],
    ])
      for (const value of values) {
        const response = await get(`${paging}${name}=${value}`);
        expect([name, value, response.status]).toEqual([name, value, 400]);
        expect((response.body as { error: string }).error).toContain(`Invalid ${name} parameter`);
      }
  });
});
