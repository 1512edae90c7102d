import { Router } from 'express';
import type { Clock } from '../../../ports/index.js';
import { tagOf } from '../caching.js';
import type { OpenApiDocument } from '../description/openapi.js';
import { ERROR } from '../operation/common-schemas.js';
import type { AreaDescription, OperationDescription } from '../operation/model.js';
import { addRoutes } from '../operation/open-area.js';
import { schemasOf } from '../operation/shape.js';
import {
  DEVNET,
  REGISTRY_ROUTER,
  REGISTRY_TOKEN,
  REGISTRY_VAULT,
  showDevnet,
  type DevnetParts,
} from './devnet.js';
import {
  describeInterface,
  isReady,
  isUp,
  readMetrics,
  tellTime,
  type MetricsText,
  type Readiness,
} from './operations.js';

/** The paths of the process itself. */
export const ROOT: AreaDescription = {
  name: 'root',
  mount: '',
  title: 'The process itself',
  about: [
    'The state of one process, beside the areas it serves. Any web page may read /time, /devnet and /openapi.json.',
  ],
  schemas: schemasOf(DEVNET, REGISTRY_TOKEN, REGISTRY_VAULT, REGISTRY_ROUTER),
  error: ERROR,
  operations: [isUp, isReady, tellTime, readMetrics, describeInterface, showDevnet],
};

export interface RootOptions {
  readonly clock: Clock;
  readonly readiness: () => Promise<Readiness>;
  /** The description of the embedded chain; `/devnet` is not served without it. */
  readonly devnet?: DevnetParts['devnet'] | undefined;
  /** `/metrics` is not served without them. */
  readonly metrics?: MetricsText | undefined;
  /** `/openapi.json` is not served without it. */
  readonly openApi?: OpenApiDocument | undefined;
}

/** The operations that the process serves with these options. */
export const rootOperations = ({
  devnet,
  metrics,
  openApi,
}: RootOptions): readonly OperationDescription[] => [
  ...[isUp, isReady, tellTime],
  ...(metrics === undefined ? [] : [readMetrics]),
  ...(devnet === undefined ? [] : [showDevnet]),
  ...(openApi === undefined ? [] : [describeInterface]),
];

/** The routes of the process itself. */
export function rootRoutes({ clock, readiness, devnet, metrics, openApi }: RootOptions): Router {
  const router = Router();
  addRoutes(router, [isUp, isReady, tellTime], { clock, readiness });
  if (metrics !== undefined) addRoutes(router, [readMetrics], { metrics });
  if (devnet !== undefined) addRoutes(router, [showDevnet], { devnet });
  if (openApi !== undefined) {
    const document = JSON.stringify(openApi);
    addRoutes(router, [describeInterface], { document, tag: tagOf(document) });
  }
  return router;
}
