import { StorageFailure, type End, type EndsLog } from '../../src/ports/index.js';
import type { Site } from './site.js';

/** Log of ends on another disk than the database. It does not go back. */
export class Ends {
  private readonly kept: End[] = [];

  constructor(private readonly began: Date) {}

  logFor(site: Site): EndsLog {
    const { kept, began } = this;
    return {
      append: async (ends) => {
        await site.turn('ends.append');
        if (site.trouble('ends-refused'))
          throw new StorageFailure('the log of ends is full', undefined, true);
        kept.push(...ends);
        await site.turn('ends.append answered');
      },
      async *since(at) {
        await site.turn('ends.since');
        yield* kept.filter((end) => end.at >= at);
      },
      beganAt: async () => began,
      check: async () => {},
      deleteBefore: async () => {},
    };
  }
}
