import { endOfKey, endOfOrder, webhookHash, type End } from '../../domain/operator/end.js';
import { handleOf } from '../../domain/order/terms/handle.js';
import type { EndsLog, Hasher, Ports, StoragePorts, Transaction } from '../../ports/index.js';

type Ending = Pick<StoragePorts, 'events' | 'apiKeys' | 'webhooks' | 'sendingSwitch'>;

/** Receives each end before it is stored. */
type Note = (end: End | undefined) => Promise<void> | void;

interface Needs extends Ending, Pick<Ports, 'unitOfWork' | 'hasher' | 'clock'> {
  readonly ends: EndsLog;
}

/**
 * Wraps the ports so that they write every permanent end to the log of ends before it takes effect. No use case has to do this
 * itself, and none can end anything while the log is not writable. Ends within a unit of work are logged after the work but
 * before the commit, so an order whose cancel was refused is not in the log.
 */
export function recordingEnds<T extends Needs>(ports: T): T {
  const { ends, unitOfWork } = ports;
  return {
    ...ports,
    ...noting(ports, ports, async (end) => {
      if (end !== undefined) await ends.append([end]);
    }),
    unitOfWork: Object.assign(Object.create(unitOfWork) as typeof unitOfWork, {
      run: <V, E>(work: Parameters<typeof unitOfWork.run<V, E>>[0]) =>
        unitOfWork.run<V, E>(async (storage) => {
          const ended: End[] = [];
          const note: Note = (end) => void (end === undefined || ended.push(end));
          const noted: Transaction = { ...storage, ...noting(storage, ports, note) };
          const result = await work(noted);
          if (result.ok && ended.length > 0) await ends.append(ended);
          return result;
        }),
    }),
  };
}

function noting(
  { events, apiKeys, webhooks, sendingSwitch }: Ending,
  { hasher, clock }: { readonly hasher: Hasher; readonly clock: Ports['clock'] },
  note: Note,
): Ending {
  const { sha256 } = hasher;
  return {
    events: extended(events, {
      append: async (...appended) => {
        for (const { uuid, event } of appended) await note(endOfOrder(handleOf(uuid, sha256), event));
        await events.append(...appended);
      },
    }),
    apiKeys: extended(apiKeys, {
      update: async (key) => {
        await note(endOfKey(key));
        await apiKeys.update(key);
      },
    }),
    webhooks: extended(webhooks, {
      delete: async (id) => {
        await note({ kind: 'delete-webhook', at: clock.now(), hash: webhookHash(id, sha256) });
        await webhooks.delete(id);
      },
    }),
    sendingSwitch: extended(sendingSwitch, {
      set: async (position) => {
        await note({ kind: position.isPaused ? 'pause' : 'resume', at: position.at, hash: '-' });
        await sendingSwitch.set(position);
      },
    }),
  };
}

/** The port with some of its methods replaced. */
const extended = <P extends object>(port: P, methods: Partial<P>): P =>
  Object.assign(Object.create(port) as P, methods);
