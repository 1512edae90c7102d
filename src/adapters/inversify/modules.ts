import { ContainerModule } from 'inversify';
import type { Ports, StoragePorts } from '../../ports/index.js';
import { systemPorts } from '../system/index.js';
import { PORT } from './tokens.js';

/** Clock, hashing and randomness of the machine. */
export const systemModule = (): ContainerModule => portsModule(systemPorts());

/** Storage, in memory or in a database: whoever opened it closes it. */
export const storageModule = (
  storage: StoragePorts & Pick<Ports, 'unitOfWork' | 'executionQueue' | 'prices' | 'priceArchive'>,
): ContainerModule =>
  portsModule({
    orders: storage.orders,
    events: storage.events,
    swaps: storage.swaps,
    signedMessages: storage.signedMessages,
    apiKeys: storage.apiKeys,
    apiKeyActivity: storage.apiKeyActivity,
    rates: storage.rates,
    idempotency: storage.idempotency,
    metadata: storage.metadata,
    unitOfWork: storage.unitOfWork,
    executionQueue: storage.executionQueue,
    prices: storage.prices,
    priceArchive: storage.priceArchive,
  });

/** The chain's side: node, reserves, signatures, registry and, where this process may send swaps, the signer. */
export const chainModule = (
  ports: Pick<Ports, 'chain' | 'liquidity' | 'balances' | 'signatures' | 'registry' | 'signer'>,
): ContainerModule => portsModule({ ...ports, signer: ports.signer });

/** Who says what a bitcoin costs. */
export const pricesModule = (ports: Pick<Ports, 'btcSources'>): ContainerModule => portsModule(ports);

/** Who is told what happens while orders are sent and settled; nobody when nothing is given. */
export const executionModule = (ports: Pick<Ports, 'executionObserver'> = {}): ContainerModule =>
  portsModule({ executionObserver: ports.executionObserver });

/** Who is told that a token's metadata was saved; nobody when nothing is given. */
export const metadataModule = (ports: Pick<Ports, 'metadataNotifier'> = {}): ContainerModule =>
  portsModule({ metadataNotifier: ports.metadataNotifier });

/** Binds each given port to its token. */
function portsModule(ports: Partial<Ports>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    const bindPort = <K extends keyof Ports>(name: K, port: Ports[K]) =>
      bind<Ports[K]>(PORT[name]).toConstantValue(port);
    for (const name of Object.keys(ports) as (keyof Ports)[]) bindPort(name, ports[name]);
  });
}
