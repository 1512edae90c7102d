import { Router } from 'express';
import type { Clock } from '../../../ports/index.js';
import type { OpenApiDocument } from '../description/openapi.js';
import { ERROR } from '../schema/common-schemas.js';
import type { AreaDescription, OperationDescription } from '../schema/model.js';
import { addRoutes } from '../operation/open-area.js';
import { schemasOf } from '../schema/shape.js';
import { describing } from './describing.js';
import { DEVNET, REGISTRY_VAULT, showDevnet, type DevnetParts } from './devnet.js';
import { once } from '../operation/words-operation.js';
import {
  describeInWords,
  describeWhole,
  showIndex,
  type ProcessFacts,
  type WordsParts,
} from './index-operations.js';
import type { Link } from './index-page.js';
import {
  describeInterface,
  isReady,
  isUp,
  readMetrics,
  tellTime,
  type MetricsText,
  type ProgramBuild,
  type Readiness,
} from './operations.js';

/** The paths of the process itself. */
export const ROOT: AreaDescription = {
  name: 'root',
  mount: '',
  title: 'The process itself',
  about: [
    'The state of one process, apart from the areas that it serves. Any web page may read /, /llms.txt, /llms-full.txt, /time, /devnet and /openapi.json.',
  ],
  schemas: schemasOf(DEVNET, REGISTRY_VAULT),
  error: ERROR,
  operations: [
    showIndex,
    isUp,
    isReady,
    tellTime,
    readMetrics,
    describeInterface,
    describeInWords,
    describeWhole,
    showDevnet,
  ],
};

/** Options of the operations of the process itself. */
export interface RootOptions {
  readonly clock: Clock;
  readonly readiness: () => Promise<Readiness>;
  /** Build of the program, which `/healthz` shows; left out if absent. */
  readonly build?: ProgramBuild | undefined;
  /** The description of the embedded chain; `/devnet` is not served without it. */
  readonly devnet?: DevnetParts['devnet'] | undefined;
  /** `/metrics` is not served without them. */
  readonly metrics?: MetricsText | undefined;
  /** `/openapi.json` is not served without it. */
  readonly openApi?: OpenApiDocument | undefined;
  /** The interface in plain words; `/llms.txt` and `/llms-full.txt` are not served without it. */
  readonly words?: WordsParts | undefined;
  /** Facts about the process; `/` is not served without them. */
  readonly about?: ProcessFacts | undefined;
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
export function rootRoutes(options: RootOptions): Router {
  const { clock, readiness, build, devnet, metrics, openApi, words, about } = options;
  const router = Router();
  addRoutes(router, [isUp, isReady, tellTime], { clock, readiness, build });
  if (metrics !== undefined) addRoutes(router, [readMetrics], { metrics });
  if (devnet !== undefined) addRoutes(router, [showDevnet], { devnet });
  if (openApi !== undefined) router.use(describing(openApi));
  if (words !== undefined)
    addRoutes(router, [describeInWords, describeWhole], {
      llmsIndex: once(words.llmsIndex),
      llmsText: once(words.llmsText),
    });
  if (about !== undefined) {
    addRoutes(router, [showIndex], { ...about, links: linksOf(options) });
    // Browsers request the icon by themselves. It is not part of the interface.
    router.get(
      '/favicon.ico',
      (_req, res) => void res.set('Cache-Control', 'public, max-age=86400').status(204).end(),
    );
  }
  return router;
}

/** Links to what the process itself serves, outside the areas. */
const linksOf = ({ devnet, metrics, openApi, words }: RootOptions): readonly Link[] =>
  [
    words !== undefined && describeInWords,
    words !== undefined && describeWhole,
    openApi !== undefined && describeInterface,
    devnet !== undefined && showDevnet,
    isUp,
    isReady,
    tellTime,
    metrics !== undefined && readMetrics,
  ].flatMap((one) => (one === false ? [] : [{ path: one.path, about: one.summary }]));
