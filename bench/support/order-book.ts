import { seededRandom } from '../../src/domain/shared/seeded-random.js';
import type { OrderSignature, OrderUuid, Txid } from '../../src/domain/order/ids.js';
import { systemPorts } from '../../src/adapters/system/index.js';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import type { Order, OrderTerms } from '../../src/domain/order/order.js';
import { parseTargetPrice } from '../../src/domain/order/conditions/price-ratio.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';

const FROM_MS = Date.UTC(2026, 0, 1);
const C32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NAMES = ['welsh', 'charisma', 'leo', 'nothing', 'dexterity', 'pepe', 'roo', 'alex', 'velar', 'hooter'];
const DEPLOYERS = 40;
const TOKENS = 200;
const PAIRS = 1000;

/** Numbers below `bound`, the same for the same seed. */
function numbers(seed: number): (bound: number) => number {
  const next = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  return (bound) => Math.floor(next() * bound);
}

const text = (next: (bound: number) => number, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');

const words = new Uint32Array(17);
const bytes = Buffer.from(words.buffer);

const hex = (next: (bound: number) => number, length: number) => {
  for (let n = 0; n * 8 < length; n++) words[n] = next(2 ** 32);
  return bytes.toString('hex', 0, length / 2);
};

const addressOf = (n: number) => {
  const next = numbers(n + 7_000_000);
  return `SP${1 + next(3)}${text(next, C32, 38)}` as Address;
};

/** A made-up order book: some owners and pairs far busier than others, a third of the orders with a trigger. */
export class OrderBook {
  readonly owners: readonly Address[];
  readonly tokens: readonly ContractId[];
  private readonly pairs: readonly { inputToken: ContractId; outputToken: ContractId }[];

  constructor(readonly size: number) {
    this.owners = Array.from({ length: Math.max(10, Math.ceil(size / 50)) }, (_, n) => addressOf(n));
    this.tokens = Array.from({ length: TOKENS }, (_, n) => {
      const deployer = addressOf(5_000_000 + (n % DEPLOYERS));
      return `${deployer}.${NAMES[n % NAMES.length]}-token-${Math.floor(n / NAMES.length)}` as ContractId;
    });
    this.pairs = Array.from({ length: PAIRS }, (_, n) => {
      const next = numbers(9_000_000 + n);
      return { inputToken: this.tokens[next(20)]!, outputToken: this.tokens[this.skewed(next, TOKENS)]! };
    });
  }

  /** The nth order, 0 and up; sometimes three in one millisecond. */
  order(n: number): Order {
    const next = numbers(n);
    const terms = { ...this.terms(next), ...this.rareToken(n) };
    const createdAt = new Date(FROM_MS + n * 1000 - (n % 100 < 3 ? (n % 100) * 1000 : 0));
    const base = { terms, createdAt, version: 1 + next(4) };
    const fate = next(100);
    if (fate < 20) return { ...base, version: 1, status: 'open' };
    if (fate < 34) return { ...base, status: 'cancelled', cancelledAt: createdAt, cancelReason: 'owner' };
    const path = [terms.inputToken, this.tokens[next(20)]!, terms.outputToken];
    const sent = {
      ...base,
      txid: hex(next, 64) as Txid,
      broadcastedAt: createdAt,
      quote: {
        amountIn: terms.amountIn,
        amountOut: toUnits(BigInt(1 + next(1e9))),
        quotedAt: createdAt,
        slippage: 0.01,
        path,
        vaults: path.slice(1),
      },
    };
    if (fate < 35) return { ...sent, status: 'broadcasted' };
    const block = { blockHeight: n, blockTime: Math.floor(createdAt.getTime() / 1000) };
    if (fate < 40)
      return {
        ...sent,
        ...block,
        status: 'failed',
        failedAt: createdAt,
        failureReason: '(err u1)',
        feeUstx: toUnits(3_000n),
      };
    const executed = { executedAmountIn: terms.amountIn, executedAmountOut: sent.quote.amountOut };
    return {
      ...sent,
      ...block,
      ...executed,
      status: 'confirmed',
      confirmedAt: createdAt,
      feeUstx: toUnits(3000n),
    };
  }

  /** A retired token, which the oldest 5% of the orders name, and one that 20 orders in the middle name. */
  private rareToken(n: number): Pick<OrderTerms, 'outputToken'> | undefined {
    const middle = Math.floor(this.size / 2);
    if (n < this.size / 20) return { outputToken: `${this.owners[0]!}.relic` as ContractId };
    if (n >= middle && n < middle + 20) return { outputToken: `${this.owners[0]!}.comet` as ContractId };
    return undefined;
  }

  private terms(next: (bound: number) => number): OrderTerms {
    const id = hex(next, 32);
    const uuid =
      `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}` as OrderUuid;
    const owner = this.owners[this.skewed(next, this.owners.length)]!;
    const { inputToken, outputToken } = this.pairs[this.skewed(next, PAIRS)]!;
    const condition = next(100);
    const conditionToken = condition < 10 ? ('*' as ContractId) : condition < 20 ? inputToken : outputToken;
    return {
      uuid,
      handle: handleOf(uuid, systemPorts().hasher.sha256),
      owner,
      inputToken,
      outputToken,
      amountIn: toUnits(BigInt(1 + next(1e9))),
      recipient: owner,
      router: `${this.tokens[0]!.split('.')[0]}.x-multihop-rc9` as ContractId,
      signature: hex(next, 130) as OrderSignature,
      strategy: next(10) === 0 ? { strategyId: hex(next, 12), strategyType: 'dca' } : {},
      extra: {},
      ...(condition < 33 && {
        trigger: {
          kind: 'price' as const,
          conditionToken,
          targetPrice: unwrap(parseTargetPrice('0.00125')),
          direction: 'gt' as const,
          baseAsset: 'USD' as const,
        },
      }),
    };
  }

  /** Small numbers far more often than large ones. */
  private skewed(next: (bound: number) => number, bound: number): number {
    return Math.floor((next(1e6) / 1e6) ** 3 * bound);
  }
}
