import { afterAll, beforeAll } from '@jest/globals';
import type { EndToEndDatabase } from './databases.js';
import { openExchange, type Exchange } from './exchange.js';
import { startTestChain, type TestChain } from './test-chain.js';

type Settings = Readonly<Record<string, string>>;

/** A suite's own chain and database, and the servers that it opens on them. */
export interface TestBed {
  readonly chain: TestChain;
  readonly databaseUrl: string;
  /** The open servers, in the order of opening. */
  readonly exchanges: readonly Exchange[];
  /** The first server. */
  readonly exchange: Exchange;
  /** Starts a server. The bed ends it, unless it has ended before. */
  open(settings?: Settings): Promise<Exchange>;
}

/**
 * Opens a bed before the suite's first test, with one server for each of the settings, and closes it after the last test.
 * Call it before registering any hook that needs the bed.
 */
export function useTestBed(create: EndToEndDatabase['create'], servers: readonly Settings[] = [{}]): TestBed {
  let opened:
    { readonly chain: TestChain; readonly database: Awaited<ReturnType<typeof create>> } | undefined;
  const exchanges: Exchange[] = [];
  const parts = () => {
    if (opened === undefined) throw new Error('the test bed opens before the first test');
    return opened;
  };
  const start = (settings?: Settings) => openExchange(bed.chain, bed.databaseUrl, settings);
  const bed: TestBed = {
    get chain() {
      return parts().chain;
    },
    get databaseUrl() {
      return parts().database.url;
    },
    exchanges,
    get exchange() {
      return exchanges[0]!;
    },
    open: async (settings) => {
      const exchange = await start(settings);
      exchanges.push(exchange);
      return exchange;
    },
  };

  beforeAll(async () => {
    const [chain, database] = await Promise.all([startTestChain(), create()]);
    opened = { chain, database };
    exchanges.push(...(await Promise.all(servers.map(start))));
  });
  afterAll(async () => {
    await Promise.all(exchanges.map((exchange) => exchange.close()));
    await opened?.chain.close();
    await opened?.database.remove();
  });
  return bed;
}
