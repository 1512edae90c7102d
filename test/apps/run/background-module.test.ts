import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { closeContainer, createContainer, CORE, portsModule } from '../../../src/adapters/inversify/index.js';
import { systemPorts } from '../../../src/adapters/system/index.js';
import { isOwnWork } from '../../../src/adapters/typeorm/database/own-work.js';
import type { Core } from '../../../src/application/core.js';
import { ok } from '../../../src/domain/shared/result.js';
import { BACKGROUND_WORK, backgroundModule } from '../../../src/apps/run/background-module.js';
import { observationModule } from '../../../src/apps/server/observation-module.js';

it('runs settlement, executor and the last writes before a stop as own work of the storage', async () => {
  const asOwn = new Map<string, boolean>();
  const noted = (name: string) => async () => {
    asOwn.set(name, isOwnWork());
    return ok({ looked: 0 });
  };
  let ran = () => {};
  const hasRun = new Promise<void>((resolve) => (ran = resolve));
  const core = {
    execution: {
      checkChain: async () => ok(undefined),
      settle: noted('settle'),
      recheckEnded: noted('recheckEnded'),
      run: async () => {
        await noted('run')();
        ran();
        throw new Error('no report');
      },
      onDue: () => () => undefined,
    },
    maintenance: { tidy: noted('tidy') },
    apiKeys: { activity: { flush: noted('flush') } },
  } as unknown as Core;
  const container = createContainer([
    observationModule(pino({ level: 'silent' })),
    portsModule(systemPorts()),
    backgroundModule({ roles: ['executor'], executorMs: 60_000, blockCheckMs: 1_000, network: 'devnet' }),
  ]);
  container.rebind(CORE).toConstantValue(core);
  await container.getAsync(BACKGROUND_WORK);
  await hasRun;
  await closeContainer(container);
  expect(Object.fromEntries(asOwn)).toEqual({ settle: true, run: true, flush: true });
});
