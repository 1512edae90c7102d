import { createSignatureVerifier } from '../../../adapters/stacks/index.js';
import { NodeHasher } from '../../../adapters/system/index.js';
import { printTable } from '../../../adapters/terminal/index.js';
import { makeTracePayment } from '../../../application/execution/swap/trace-payment.js';
import { DEFAULT_SETTINGS } from '../../../application/settings.js';
import type { Replay } from '../../../domain/order/evaluation/replay.js';
import {
  latestTerms,
  timeOf,
  type OrderEvidence,
  type Payment,
} from '../../../domain/order/proof/evidence.js';
import { parseKept, type KeptOrder } from '../../../domain/order/proof/kept-orders.js';
import type { TermsRules } from '../../../domain/order/proof/record-rules.js';
import { verifyOrders } from '../../../domain/order/proof/verify-orders.js';
import type { JsonObject } from '../../../domain/shared/json.js';
import { signedMessage } from '../../../domain/order/terms/signed-terms.js';
import type { Client, UnplacedOrder } from '../../../sdk/client/index.js';
import { withChain, type ChainAccess } from '../../server/chain-access.js';
import { printJson, type JsonOption } from '../result.js';
import { isRefusal, openClient, type ServerOption } from '../service/service.js';
import { UsageError } from '../usage-error.js';
import { readKept } from './kept-file.js';

export interface VerifyOptions extends ServerOption, JsonOption {
  /** Server whose recorded prices decide; by default the one that is verified. */
  readonly prices?: string;
  readonly executed?: boolean;
}

/** Prints which rules the server has kept for the orders in the file. Returns the exit code: 1 if one is violated. */
export async function verifyKeptOrders(path: string, options: VerifyOptions): Promise<number> {
  const raw = await readKept(path);
  const findings = await withChain(undefined, async (access) => {
    const { network, wstx } = access.registry;
    const rules = { network, wstx, sha256: new NodeHasher().sha256 };
    const kept = parseKept(raw, rules);
    if (!kept.ok) throw new UsageError(`${path}: ${kept.error.reason}`);
    const evidence: OrderEvidence[] = [];
    const prices = openClient({ url: options.prices ?? options.url });
    const sources = { access, rules, server: openClient(options), prices };
    for (const order of kept.value)
      evidence.push(await evidenceOf(order, sources, evidence, options.executed === true));
    return verifyOrders(evidence, rules);
  });
  if (options.json === true) printJson({ findings });
  else
    printTable(
      ['order', 'rule', 'verdict', 'by', ''],
      findings.map(({ uuid, rule, verdict, by, detail }) => [uuid, rule, verdict, by, detail]),
    );
  return findings.some(({ verdict }) => verdict === 'violated') ? 1 : 0;
}

interface Sources {
  readonly access: ChainAccess;
  readonly rules: TermsRules;
  readonly server: Client;
  readonly prices: Client;
}

/** Gathers what is known about an order. `before` has its entry if it is an exit: entries are placed first. */
async function evidenceOf(
  kept: KeptOrder,
  { access, rules, server, prices }: Sources,
  before: readonly OrderEvidence[],
  isExecuted: boolean,
): Promise<OrderEvidence> {
  const { handle, after } = latestTerms({ kept });
  const payments = await paymentsOf(kept, access);
  const shown = await unlessUnknown(server.orders.get(handle, { by: 'anyone' }));
  const events = (await unlessUnknown(server.orders.events(handle, { by: 'anyone' }))) ?? [];
  const entry = before.find((each) => latestTerms(each).uuid === after?.uuid)?.payments[0];
  const from = entry === undefined ? kept[0].at : timeOf(entry);
  const to = payments[0] === undefined ? new Date() : timeOf(payments[0]);
  return {
    kept: withSigners(kept, rules),
    isExecuted,
    payments,
    shown: shown as JsonObject | undefined,
    events: events.map(({ type, at }) => ({ type, at: new Date(at) })),
    replay: await replayOf(kept, prices, { from, to }),
  };
}

function withSigners(kept: KeptOrder, { network, sha256 }: TermsRules): KeptOrder {
  const verifier = createSignatureVerifier();
  return kept.map((each) => {
    const { signed } = each.terms;
    if (signed === undefined) return each;
    const { signature } = signed;
    const message = signedMessage(signed, sha256);
    return { ...each, signer: verifier.recoverTextSigner({ network, message, signature }) };
  }) as unknown as KeptOrder;
}

/** The transaction that spent the order, from any sender: the verifier contract lets one at most do so. */
async function paymentsOf(kept: KeptOrder, access: ChainAccess): Promise<readonly Payment[]> {
  const { finalBlocks } = DEFAULT_SETTINGS;
  const traced = await makeTracePayment({ ...access, finalBlocks })(latestTerms({ kept }));
  if (!traced.ok) throw new Error(`the chain cannot be reached: ${traced.error.reason}; run it again`);
  if (traced.value === undefined || 'kind' in traced.value) return [];
  const { txid, recipient, outputToken, status } = traced.value;
  const { blockHeight, blockTime, amountOut } = status;
  return [{ txid, recipient, outputToken, amountOut, blockHeight, blockTime }];
}

/** Fields that would identify the order to another server, or that a replay does not depend on. */
const UNREPLAYED = new Set(
  (
    'uuid signature termsSignature termsPath revision replaces after validFrom validTo clientOrderId integrator metadata ' +
    'strategyId strategyType strategyDescription strategyPosition strategySize'
  ).split(' '),
);

/** Replays the price of the order; undefined if it has none, or nothing is recorded. */
async function replayOf(
  kept: KeptOrder,
  { orders }: Client,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Replay | undefined> {
  const { trigger, signed } = latestTerms({ kept });
  if (signed === undefined || trigger === undefined || trigger.kind === 'window' || from >= to)
    return undefined;
  const fields = Object.entries(signed.fields).filter(([name]) => !UNREPLAYED.has(name));
  const order = Object.fromEntries(fields) as unknown as UnplacedOrder;
  const replay = await unlessUnknown(orders.replay(order, { from, to }));
  return replay === undefined ? undefined : parsed(replay);
}

function parsed({ fired, nearest, ...counts }: Awaited<ReturnType<Client['orders']['replay']>>): Replay {
  const dated = <T extends { readonly at: string }>(run: T) => ({ ...run, at: new Date(run.at) });
  return { ...counts, ...(fired && { fired: dated(fired) }), ...(nearest && { nearest: dated(nearest) }) };
}

/** Undefined if the server does not know what is asked for. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error) && error.status === 404) return undefined;
    throw error;
  }
}
