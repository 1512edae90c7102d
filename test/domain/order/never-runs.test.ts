import { describe, expect, it } from '@jest/globals';
import type { Token } from '../../../src/domain/market/registry.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { checkCanRun } from '../../../src/domain/order/terms/never-runs.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { Vault } from '../../../src/domain/vault/vault.js';
import { A_SUBNET_TOKEN, A_TOKEN, AN_OWNER } from '../../support/builders.js';

const named = (name: string) => `${AN_OWNER}.${name}` as ContractId;
const [COPY, LOST_COPY, POOLED, UNKNOWN] = ['copy', 'lost-copy', 'pooled', 'unknown'].map(named) as [
  ContractId,
  ContractId,
  ContractId,
  ContractId,
];
const listed = (contractId: ContractId, copied: Partial<Token> = {}) => ({ contractId, ...copied }) as Token;
const registry = {
  tokens: [
    listed(A_TOKEN),
    listed(COPY, { type: 'SUBNET', base: A_TOKEN }),
    listed(LOST_COPY, { type: 'SUBNET', base: UNKNOWN }),
  ],
  vaults: [{ tokenA: POOLED, tokenB: A_TOKEN } as Vault],
};
const unpriceable = (field: 'conditionToken' | 'baseAsset', token: ContractId) =>
  err({ kind: 'unpriceable-token', field, token });
const triggeredBy = (conditionToken: ContractId, baseAsset: ContractId | 'USD' = 'USD') =>
  ({ trigger: { kind: 'price', conditionToken, baseAsset } }) as Partial<OrderTerms>;

describe('checkCanRun', () => {
  it.each([
    ['accepts a listed token', {}, ok()],
    ['accepts STX, which need not be listed', { outputToken: STX }, ok()],
    ['accepts a token that only a vault holds', { outputToken: POOLED }, ok()],
    [
      'refuses a token that neither the registry nor a vault knows',
      { outputToken: UNKNOWN },
      err({ kind: 'unknown-output-token', token: UNKNOWN }),
    ],
    [
      'refuses a swap of a token for itself',
      { outputToken: A_SUBNET_TOKEN },
      err({ kind: 'same-token', token: A_SUBNET_TOKEN }),
    ],
    ['accepts a price of a listed token', triggeredBy(A_TOKEN), ok()],
    ['accepts a price of a subnet copy whose base is listed', triggeredBy(COPY), ok()],
    [
      'refuses a price of a subnet copy whose base is not listed',
      triggeredBy(LOST_COPY),
      unpriceable('conditionToken', LOST_COPY),
    ],
    [
      'refuses a price of a token that only a vault holds',
      triggeredBy(POOLED),
      unpriceable('conditionToken', POOLED),
    ],
    ['accepts a price in another listed token', triggeredBy(A_TOKEN, COPY), ok()],
    [
      'refuses a price in a token that is not listed',
      triggeredBy(A_TOKEN, UNKNOWN),
      unpriceable('baseAsset', UNKNOWN),
    ],
    [
      'accepts a condition that needs no price',
      { trigger: { kind: 'window' } } as unknown as Partial<OrderTerms>,
      ok(),
    ],
  ])('%s', (_what, terms, result) => {
    expect(checkCanRun({ inputToken: A_SUBNET_TOKEN, outputToken: A_TOKEN, ...terms }, registry)).toEqual(
      result,
    );
  });
});
