import { createSignatureVerifier } from '../../../adapters/stacks/index.js';
import { systemPorts } from '../../../adapters/system/index.js';
import { withProgress } from '../../../adapters/terminal/index.js';
import { reconcileOrders, type ReconcileReport } from '../../../application/orders/reconcile-orders.js';
import { endOpenBefore } from '../../../application/recovery/end-open-before.js';
import { makeFindSent, type FoundSent } from '../../../application/recovery/find-sent.js';
import { missingSince } from '../../../application/recovery/recover.js';
import { releaseDatabase } from '../../../application/recovery/release-database.js';
import { replayEnds } from '../../../application/recovery/replay-ends.js';
import type { Displacement } from '../../../domain/operator/displacement.js';
import type { EndsLog, Ports, StorageAccess } from '../../../ports/index.js';
import { withChain, type ChainAccess } from '../../server/chain-access.js';
import { withDatabase } from '../../server/database.js';
import { loggingEnds, withEndsLog } from '../../server/ends-log.js';
import { settingsNamed } from '../../server/environment.js';
import { operatorAddresses } from '../../server/operator-key.js';
import { containsUpTo } from '../../server/readiness.js';
import { printResult, type JsonOption } from '../result.js';

export interface ReconcileOptions extends JsonOption {
  readonly ended: boolean;
  readonly cancelOpenBefore?: Date;
  readonly keepOpen?: boolean;
}

const summary = ({ checked, corrected, untraced }: ReconcileReport) =>
  `${checked} orders compared with the chain: ${corrected} corrected, ${untraced} paid by a transaction that it does not show`;

/** Compares a restored database with the chain and the log of ends: see docs/how-to/back-up-and-restore.md. */
export const reconcile = (options: ReconcileOptions): Promise<number> =>
  withChain(undefined, (access) =>
    withEndsLog(settingsNamed('DATABASE_URL', 'SLUICE_ENDS_LOG'), (ends) =>
      withDatabase((storage) => reconcileWith({ ...access, storage, ends }, options)),
    ),
  );

interface Parts extends ChainAccess {
  readonly storage: StorageAccess;
  readonly ends: EndsLog | undefined;
}

async function reconcileWith(parts: Parts, options: ReconcileOptions): Promise<number> {
  const { storage, ends } = parts;
  const { cancelOpenBefore, keepOpen = false } = options;
  const registry = { current: () => parts.registry };
  const ports = { ...storage, ...systemPorts(), ...parts, registry, signatures: createSignatureVerifier() };
  const displaced = await storage.databaseHome.displaced();
  const compared = await compareWithChain(ports, options);
  const sent = await findSentBy(ports);
  const replayed = ends && displaced && (await replayEnds(ports, ends, missingSince(displaced)));
  const logged = { ...ports, ...loggingEnds(storage, ends) };
  const ended = cancelOpenBefore && (await endOpenBefore(logged, cancelOpenBefore));
  const isCovered = ends !== undefined && displaced !== undefined && (await covers(ends, displaced));
  const isReleased = displaced !== undefined && (isCovered || ended !== undefined || keepOpen);
  if (isReleased) await releaseDatabase(ports);
  const isHeld = displaced !== undefined && !isReleased;
  const result = { ...compared, sent, replayed, ended, displaced, isReleased };
  printResult(result, options, () => [
    summary(compared),
    `${sent.unknown} paid orders recorded that the database did not have, ${sent.mined + sent.pending} transactions of the operator found again`,
    ...(replayed === undefined
      ? []
      : [
          `log of ends: ${replayed.orders} orders cancelled again, ${replayed.keys} API keys revoked, ${replayed.webhooks} webhooks deleted` +
            (replayed.switched ? ', the switch set as it was' : ''),
        ]),
    ...(ended === undefined
      ? []
      : [`${ended.orders} open orders cancelled and ${ended.keys} API keys revoked that were made before`]),
    ...(isReleased ? ['the database is released: servers send new swaps again, unless they are paused'] : []),
    ...(isHeld ? heldLines(displaced, ends !== undefined) : []),
  ]);
  return isHeld ? 1 : 0;
}

async function compareWithChain(
  ports: Parameters<typeof reconcileOrders>[0],
  { ended }: ReconcileOptions,
): Promise<ReconcileReport> {
  const { total } = await ports.orders.listPage({
    statuses: ['open', 'broadcasted', ...(ended ? (['cancelled', 'failed'] as const) : [])],
    sortBy: 'createdAt',
    sortOrder: 'asc',
    offset: 0,
    limit: 1,
  });
  const report = await withProgress((show) =>
    reconcileOrders(ports, {
      ended,
      progress: (soFar) => show(soFar.checked, total, summary(soFar)),
    }),
  );
  return valueOf(report);
}

/** Finds what was sent by accounts that the database knows, or whose keys are set. */
async function findSentBy(
  ports: Parameters<typeof makeFindSent>[0] & Pick<Ports, 'swaps'>,
): Promise<FoundSent> {
  const findSent = makeFindSent(ports);
  const found = { pending: 0, mined: 0, unknown: 0 };
  for (const account of new Set([...(await ports.swaps.senders()), ...(await operatorAddresses())])) {
    const { pending, mined, unknown } = valueOf(await findSent.all(account));
    found.pending += pending;
    found.mined += mined;
    found.unknown += unknown;
  }
  return found;
}

/** Whether the log contains every end that the database may lack. */
const covers = async (ends: EndsLog, { asOf, newest }: Displacement): Promise<boolean> =>
  (await ends.beganAt()) <= (asOf ?? newest ?? new Date(0));

const heldLines = (displaced: Displacement, hasLog: boolean): readonly string[] => [
  `${containsUpTo(displaced)}: cancels and revocations since then are not known` +
    (hasLog
      ? ', because the log of ends began later'
      : ', because there is no log of ends (SLUICE_ENDS_LOG)'),
  'nothing new is sent and no API key is admitted until you run one of these:',
  '  sluice reconcile --cancel-open-before <time>   cancels the open orders and revokes the API keys made before; owners make them again',
  '  sluice reconcile --keep-open                   when nothing was ended since, or the owners still want what is open',
];

function valueOf<T>(
  read:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: { readonly reason: string } },
): T {
  if (read.ok) return read.value;
  throw new Error(`the chain cannot be reached: ${read.error.reason}; run it again`);
}
