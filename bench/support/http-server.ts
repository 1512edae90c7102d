import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import {
  createApp,
  legacyArea,
  numberedIds,
  pricesArea,
  swapArea,
} from '../../src/adapters/express/index.js';
import { devnetRegistry } from '../../src/apps/devnet/index.js';
import { memoryPorts } from '../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/index.js';
import { SystemClock, systemPorts } from '../../src/adapters/system/index.js';
import { createCore } from '../../src/application/core.js';
import { gridPointAt } from '../../src/domain/price-series/price.js';
import type { Registry } from '../../src/domain/market/registry.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { toUnits } from '../../src/domain/shared/units.js';

/** The areas over memory storage in a separate process: 500 priced tokens, funded pools, one recorded run. */
const [level = 'warn', logFile = '/dev/null'] = process.argv.slice(2);
const TOKENS = 500;
const BTC_USD = 97_123.45;

const registry = withTokens(devnetRegistry());
const clock = new SystemClock();
const units = toUnits(10n ** 15n);
const reserves = { reserveA: units, reserveB: units, supply: units, readAt: clock.now() };
const ports = {
  ...memoryPorts({
    registry,
    reserves: new Map(registry.vaults.map(({ contractId }) => [contractId, reserves])),
  }),
  ...systemPorts(),
  signatures: createSignatureVerifier(),
};
await ports.prices.record({
  at: gridPointAt(clock.now()),
  btcUsd: BTC_USD,
  prices: new Map(registry.tokens.map(({ contractId }, n) => [contractId, priceOf(n)])),
});
const core = createCore(ports);
await core.prices.refresh();
await core.quotes.warmUp();

const app = createApp({
  areas: [
    swapArea(core, { clock }),
    pricesArea(core, { clock }),
    legacyArea(core, { clock, registry: ports.registry, ping: async () => undefined, requestsPerMinute: 0 }),
  ],
  clock,
  requestIds: numberedIds('bench'),
  logger: pino({ level }, pino.destination({ dest: logFile, sync: true })),
  readiness: async () => ({ ready: true, reasons: [] }),
});
const server = createServer(app).listen(0, '127.0.0.1', () => {
  const [first, second] = registry.tokens;
  process.send!({
    port: (server.address() as AddressInfo).port,
    token: first!.contractId,
    quote: { tokenIn: first!.contractId, tokenOut: second!.contractId },
  });
});
process.on('message', () => process.send!(process.cpuUsage()));
process.on('disconnect', () => process.exit());

function withTokens(devnet: Registry): Registry {
  const owner = devnet.sbtc.split('.')[0]!;
  const more = Array.from({ length: TOKENS - devnet.tokens.length }, (_, n) => ({
    contractId: `${owner}.bench-token-${n}` as ContractId,
    symbol: `BENCH${n}`,
    name: `Benchmark token number ${n}`,
    decimals: 6,
    identifier: 'bench',
    image: `https://tokens.example.org/images/${n}.png`,
  }));
  return { ...devnet, tokens: [...devnet.tokens, ...more] };
}

function priceOf(n: number) {
  const sbtc = 1 / (7 + n * 1_234.567);
  return { usd: sbtc * BTC_USD, sbtc, liquidityUsd: 1e6 / (n + 1), roundTripLoss: (n % 97) / 3 };
}
