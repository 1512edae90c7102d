import { ContainerModule } from 'inversify';
import { bindResource, PORT, token } from '../../adapters/inversify/index.js';
import { workMetrics } from '../../adapters/prometheus/index.js';
import type { Tracer } from '../../ports/index.js';
import type { Config } from './config.js';
import { programVersion } from './installation.js';
import { LOG, METRICS } from './observation-module.js';
import type { Traces } from './traces.js';

/** Traces of this process; undefined if none are sent. */
export const TRACES = token<Traces | undefined>('traces');

/** Module of the traces, and of the tracer that measures work and shows it in them. The SDK is loaded only if traces are wanted. */
export const tracesModule = ({ tracesUrl: url, tracesShare: share, roles }: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bindResource(bind, TRACES, {
      needs: [LOG],
      open: async (log) => {
        if (url === undefined) return undefined;
        const { openTraces } = await import('./traces.js');
        return openTraces({ url, share, roles, version: programVersion(), log });
      },
      close: (traces) => traces?.close(),
    });
    bind(PORT.tracer).toResolvedValue(
      ({ registry }, traces) => alsoFollowing(workMetrics(registry), traces?.tracer),
      [METRICS, TRACES],
    );
  });

/** A tracer that measures some work and shows all of it. */
const alsoFollowing = (measuring: Tracer, showing: Tracer | undefined): Tracer =>
  showing === undefined
    ? measuring
    : {
        follow: (work, run) =>
          showing.follow(
            work,
            measuring.follows?.has(work.name) === false ? run : () => measuring.follow(work, run),
          ),
      };
