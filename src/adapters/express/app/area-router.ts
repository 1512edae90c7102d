import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NextFunction, Request, Response } from 'express';
import { checkArgument } from '../../../domain/shared/option-checks.js';
import type { Clock } from '../../../ports/index.js';
import { entering, type Area } from '../operation/areas.js';
import { DESCRIPTIONS } from './descriptions.js';
import { openApiDocument, type OpenApiDocument } from '../description/openapi.js';
import { conventionsOfOne } from '../description/words.js';
import { emptyApp } from './empty-app.js';
import { errorResponses } from '../operation/error-responses.js';
import { leaveToHost } from '../requests/host-headers.js';
import { legacyArea } from '../legacy/area.js';
import type { LegacyAreaOptions, LegacyCore } from '../legacy/legacy-shapes.js';
import { metadataArea, type MetadataAreaCore, type MetadataAreaOptions } from '../metadata/area.js';
import { operatorArea, type OperatorAreaOptions, type OperatorCore } from '../operator/area.js';
import { pricesArea, type PricesAreaCore, type PricesAreaOptions } from '../prices/area.js';
import { pathsOf } from '../operation/paths.js';
import { requestLog } from '../requests/request-log.js';
import { ROUTER_CHECKS, type RouterOptions } from '../requests/router-options.js';
import { describing } from '../root/describing.js';
import { describeInterface } from '../root/operations.js';
import { swapArea, type SwapAreaOptions, type SwapCore } from '../swap/area.js';
import { unknownPath } from './unknown-path.js';
import { vaultsArea, type VaultsAreaOptions, type VaultsCore } from '../vaults/area.js';

/** Request handler that Express calls. */
export type AreaRouter = (req: Request, res: Response, next: NextFunction) => void;

/**
 * One area as a router that an Express app mounts under any prefix. The router has the area's routes and errors, adds its headers to the
 * app's, and serves its `openapi.json`, which includes the prefix. The app may have parsed the bodies already, except those that save
 * metadata: their signature covers the bytes. Strict-Transport-Security is left to the app.
 *
 * @throws RangeError that names every unknown or out-of-range option.
 * @example
 * const area = vaultsArea(core, { clock });
 * const router = areaRouter(area, { fallThrough: true });
 */
export function areaRouter(area: Area, options: RouterOptions = {}): AreaRouter {
  checkArgument('the options of the router', options, ROUTER_CHECKS);
  return routerOver(area, options);
}

function routerOver(area: Area, options: RouterOptions): AreaRouter {
  const { clock = SYSTEM, fallThrough = false, trustProxy = 0, rates = {}, cors = true, logger } = options;
  const app = emptyApp({ clock, trustProxy, rates });
  app.use(describing(documentOf(area)));
  app.use(entering(area));
  app.use(unknownPath({ areas: [area], root: pathsOf([describeInterface]) }));
  app.use(errorResponses({ clock }));
  const log = requestLog({ requestIds: options.requestIds ?? randomUUID, logger });
  const isServed = (path: string) => path === describeInterface.path || area.serves(path);
  return (req, res, next) => {
    if (fallThrough && !isServed(req.path)) return next();
    leaveToHost(res, { cors });
    log.name(req, res);
    log.follow(req, res, () => app(req, res, next));
  };
}

/** Options of an area and its router. Without a clock, the machine's is used. */
type Options<T extends { readonly clock: Clock }> = Omit<T, 'clock'> & RouterOptions;

const SYSTEM: Clock = { now: () => new Date() };

const withClock = <T extends RouterOptions>(options: T) => ({ ...options, clock: options.clock ?? SYSTEM });

/**
 * Orders, quotes and API keys; see `swapArea` and `areaRouter`. The paths start with /api/v1.
 *
 * @example const router = swapRouter(core, { fallThrough: true });
 */
export const swapRouter = (core: SwapCore, options: Options<SwapAreaOptions> = {}): AreaRouter =>
  routerOver(swapArea(core, withClock(options)), options);

/**
 * Current and past prices; see `pricesArea` and `areaRouter`. The paths start with /api/v1.
 *
 * @example const router = pricesRouter(core);
 */
export const pricesRouter = (core: PricesAreaCore, options: Options<PricesAreaOptions> = {}): AreaRouter =>
  routerOver(pricesArea(core, withClock(options)), options);

/**
 * Prices in their older format; see `legacyArea` and `areaRouter`. The paths start with /api/v1.
 *
 * @example const router = legacyRouter(core, { registry: { current: () => registry }, ping: async () => {} });
 */
export const legacyRouter = (core: LegacyCore, options: Options<LegacyAreaOptions>): AreaRouter =>
  routerOver(legacyArea(core, withClock(options)), options);

/**
 * Token metadata; see `metadataArea` and `areaRouter`. The paths start with /api/v1.
 *
 * @example const router = metadataRouter(core, { origins: ['https://app.example.org'] });
 */
export const metadataRouter = (
  core: MetadataAreaCore,
  options: Options<MetadataAreaOptions> = {},
): AreaRouter => routerOver(metadataArea(core, withClock(options)), options);

/**
 * Vaults and the registry; see `vaultsArea` and `areaRouter`. The paths start with /api/v0 and /api/v1.
 *
 * @example const router = vaultsRouter(core);
 */
export const vaultsRouter = (core: VaultsCore, options: Options<VaultsAreaOptions> = {}): AreaRouter =>
  routerOver(vaultsArea(core, withClock(options)), options);

/**
 * The operator's view; see `operatorArea` and `areaRouter`. The paths start with /api/v1.
 *
 * @example const router = operatorRouter(core, { state });
 */
export const operatorRouter = (core: OperatorCore, options: Options<OperatorAreaOptions>): AreaRouter =>
  routerOver(operatorArea(core, withClock(options)), options);

/** The OpenAPI document of this area alone. Its paths have no prefix, because the host program mounts the router under its own. */
function documentOf({ name, mount, serves }: Area): OpenApiDocument {
  const described = DESCRIPTIONS.filter((area) => area.name === name);
  const areas = described.map((area) => ({
    ...area,
    mount: '' as const,
    operations: area.operations.filter(({ path }) => serves(path)),
  }));
  const document = JSON.stringify(
    openApiDocument({ areas, version: packageVersion(), about: conventionsOfOne() }),
  );
  return JSON.parse(document.replaceAll(`$BASE${mount}`, '$BASE')) as OpenApiDocument;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
