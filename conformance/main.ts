import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CLAUSES } from './clauses/index.js';
import { basesOf } from './discover.js';
import { openWorld } from './open-world.js';
import { countsOf, lineOf, summaryOf } from './report.js';
import { run } from './run.js';

const USAGE = `Usage: npm run conformance -- --url <address> [options]

Checks every clause of the interface against a running exchange, prints a line for each, and exits with 1 on a difference.

  --url <address>            the exchange; its areas are below it at /swap, /prices, /invest, /metadata and /app
  --swap-url, --prices-url, --legacy-url, --metadata-url <address>
                             the area's own base address, which ends in /api/v1
  --vaults-url <address>     the base address of the vault listing, without /api/v0/vaults
  --owner-key-file <file>    private key of a wallet: places orders and cancels them, creates keys and revokes them
  --deployer-key-file <file> private key of a wallet that saves metadata; without it the owner's
  --swap                     lets the run execute one order: about a dollar of the owner's subnet token is swapped
  --sell, --buy <contract id>, --amount <units>, --router <contract id>, --domain <v1.0 or v2.0>
                             what orders are made of; without them by the exchange's registry
  --only <area>              checks one area: orders, reads, quote, keys, prices, legacy, metadata, vaults, cors, input, streams, webhooks, limits, outage
  --differences              prints differences alone, and the counts

A development server publishes keys at /devnet; a run against it needs none of these.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'swap-url': { type: 'string' },
    'prices-url': { type: 'string' },
    'legacy-url': { type: 'string' },
    'metadata-url': { type: 'string' },
    'vaults-url': { type: 'string' },
    'owner-key-file': { type: 'string' },
    'deployer-key-file': { type: 'string' },
    swap: { type: 'boolean', default: false },
    sell: { type: 'string' },
    buy: { type: 'string' },
    amount: { type: 'string' },
    router: { type: 'string' },
    domain: { type: 'string' },
    only: { type: 'string' },
    differences: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const url = values.url?.replace(/\/+$/, '');
if (url === undefined || values.help) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const keyIn = (file: string | undefined) =>
  file === undefined ? undefined : readFileSync(file, 'utf8').trim().replace(/^0x/, '');
const below = basesOf(url);
const bases = {
  swap: values['swap-url'] ?? below.swap,
  prices: values['prices-url'] ?? below.prices,
  legacy: values['legacy-url'] ?? below.legacy,
  metadata: values['metadata-url'] ?? below.metadata,
  vaults: values['vaults-url'] ?? below.vaults,
};
const world = await openWorld(url, bases, {
  ownerKey: keyIn(values['owner-key-file']),
  deployerKey: keyIn(values['deployer-key-file']),
  trade: {
    inputToken: values.sell,
    outputToken: values.buy,
    amountIn: values.amount,
    router: values.router,
    version: values.domain,
  },
  swap: values.swap,
});
const clauses = CLAUSES.filter(({ area }) => values.only === undefined || area === values.only);
const lines = await run(clauses, world, (line) => {
  if (!values.differences || line.outcome.kind === 'difference') console.log(lineOf(line));
});
console.log(`\n${summaryOf(lines)}`);
process.exitCode = countsOf(lines).difference > 0 ? 1 : 0;
