import type { EndToEndDatabase } from './databases.js';
import { openExchange, type Exchange } from './exchange.js';
import { startTestChain, type TestChain } from './test-chain.js';

/** A chain and a database of their own, with as many servers over both as a suite opens. */
export interface TestBed {
  readonly chain: TestChain;
  readonly databaseUrl: string;
  /** Starts a server. It is ended with the bed, unless that was done before. */
  open(settings?: Readonly<Record<string, string>>): Promise<Exchange>;
  close(): Promise<void>;
}

export async function openTestBed(create: EndToEndDatabase['create']): Promise<TestBed> {
  const [chain, database] = await Promise.all([startTestChain(), create()]);
  const exchanges: Exchange[] = [];
  return {
    chain,
    databaseUrl: database.url,
    open: async (settings) => {
      const exchange = await openExchange(chain, database.url, settings);
      exchanges.push(exchange);
      return exchange;
    },
    close: async () => {
      await Promise.all(exchanges.map((exchange) => exchange.close()));
      await chain.close();
      await database.remove();
    },
  };
}
