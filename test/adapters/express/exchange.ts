import { createSignatureVerifier } from '../../../src/adapters/stacks/signatures/signature-verifier.js';
import { memoryPorts } from '../../../src/adapters/memory/index.js';
import { NodeHasher, NodeSecretSource } from '../../../src/adapters/system/index.js';
import { createCore, type Core } from '../../../src/application/core.js';
import type { CoreSettings } from '../../../src/application/settings.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import type { Reserves } from '../../../src/domain/vault/vault.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { Ports } from '../../../src/ports/index.js';
import { AN_OWNER, T0, uuidOf } from '../../support/builders.js';
import { fixedClock, type FixedClock } from '../../support/fixed-clock.js';
import { A_WALLET, signOrder, TEST_ORIGIN, type TestWallet } from '../../support/signing.js';

const id = (name: string) => `${AN_OWNER}.${name}` as ContractId;

export const WELSH = id('welsh');
export const WELSH_SUBNET = id('welsh-subnet');
export const CHA = id('charisma-token');
export const POOL = id('welsh-charisma-pool');
export const OPEN_ROUTER = id('x-multihop-rc9');
export const SIGNER_ROUTER = id('x-multihop-v2');

const token = (contractId: ContractId, more: Partial<Token> = {}): Token => ({
  contractId,
  symbol: contractId.split('.')[1] ?? '',
  name: contractId,
  decimals: 6,
  identifier: 'token',
  ...more,
});

const vault = { protocol: 'TEST', name: 'vault', symbol: 'V' };

/** Two routers, one subnet token and one pool behind it. */
export const REGISTRY: Registry = {
  network: 'devnet',
  routers: [
    { id: OPEN_ROUTER, payout: 'any', blaze: ['v1', 'v2'], legacyDefault: true },
    { id: SIGNER_ROUTER, payout: 'signer', blaze: ['v1', 'v2'] },
  ],
  wstx: id('wstx'),
  sbtc: id('sbtc'),
  verifier: { v1: id('verifier-v1'), v2: id('verifier-v2') },
  tokens: [token(WELSH), token(CHA), token(WELSH_SUBNET, { type: 'SUBNET', base: WELSH, blaze: 'v1' })],
  vaults: [
    { ...vault, contractId: POOL, kind: 'pool', tokenA: WELSH, tokenB: CHA, feePpm: 3000 },
    { ...vault, contractId: id('sublink'), kind: 'sublink', tokenA: WELSH, tokenB: WELSH_SUBNET, feePpm: 0 },
  ],
  blocked: [],
};

const RESERVES: ReadonlyMap<ContractId, Reserves> = new Map([
  [
    POOL,
    { reserveA: toUnits(10n ** 12n), reserveB: toUnits(10n ** 12n), supply: toUnits(10n ** 12n), readAt: T0 },
  ],
]);

export interface Exchange {
  readonly core: Core;
  readonly ports: Ports;
  readonly clock: FixedClock;
}

/** The real core over memory, with real signature checks and no chain. */
export function anExchange(settings: Partial<CoreSettings> = {}): Exchange {
  const clock = fixedClock(T0);
  const ports: Ports = {
    ...memoryPorts({ registry: REGISTRY, reserves: RESERVES }),
    clock,
    hasher: new NodeHasher(),
    secrets: new NodeSecretSource(),
    signatures: createSignatureVerifier(),
  };
  return { core: createCore(ports, { origins: () => [TEST_ORIGIN], ...settings }), ports, clock };
}

export interface OrderFields {
  readonly uuid?: OrderUuid;
  readonly amountIn?: bigint;
  readonly router?: ContractId;
  readonly recipient?: string;
}

/** A body that POST /orders/new takes, signed by the wallet. */
export function aSignedBody(
  { uuid = uuidOf(1), amountIn = 1_000_000n, router = SIGNER_ROUTER, recipient }: OrderFields = {},
  wallet: TestWallet = A_WALLET,
): Record<string, unknown> {
  const signature = signOrder(
    { network: 'devnet', blaze: 'v1', inputToken: WELSH_SUBNET, amountIn: toUnits(amountIn), router, uuid },
    wallet,
  );
  return {
    owner: wallet.address,
    inputToken: WELSH_SUBNET,
    outputToken: CHA,
    amountIn: amountIn.toString(),
    recipient: recipient ?? wallet.address,
    router,
    uuid,
    signature,
  };
}
