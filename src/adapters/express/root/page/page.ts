import { Router, type Request, type RequestHandler, type Response } from 'express';
import { DEFAULT_SETTINGS, type CoreSettings } from '../../../../application/settings.js';
import { namesTag } from '../../operation/caching.js';
import { isLeftToHost } from '../../requests/host-headers.js';
import type { PreparedBody } from '../../operation/prepared-body.js';
import { PageFiles } from './page-files.js';
import { documentsFor, LANGUAGE_HEADERS } from './page-language.js';
import { pagePolicy } from './page-policy.js';

const POLICY = 'Content-Security-Policy';

/** Options of `webPage`. */
export interface WebPageOptions {
  /** The folder of the built page: `dist/web` of this package. */
  readonly folder: string;
  /** The program's version, which the page shows. */
  readonly version: string;
  /** Location of the areas relative to the page: `.` next to it (default), `..` for a page one level deeper. */
  readonly service?: string;
  /** Hosts of the areas that have their own, by area name: the page calls these areas there. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Stacks node of a devnet, to which the page sends transactions of its demo wallets. Other wallets send theirs themselves. */
  readonly stacksApiUrl?: string | undefined;
  /** The core's settings for orders that leave them out; the default settings when absent. */
  readonly defaults?: Pick<CoreSettings, 'slippage' | 'confirmBlocks'>;
}

/**
 * The page for people: markets, swaps, orders and documents in a browser. Serves its document at the root of the router and its
 * files below `/page/`. The document is in the language that the visitor chose on it, or else in the browser’s. It makes only calls that
 * anyone can make.
 *
 * @throws nothing; a folder without a built page is served as 404.
 * @example
 * const page = webPage({ folder: 'node_modules/sluice/dist/web', version: '1.0.0' });
 * // In an Express app: app.use('/dex', page);
 */
export function webPage({
  folder,
  version,
  service = '.',
  hosts = {},
  stacksApiUrl,
  defaults: { slippage, confirmBlocks } = DEFAULT_SETTINGS,
}: WebPageOptions): Router {
  const files = new PageFiles(folder, service);
  const policy = pagePolicy(hosts, stacksApiUrl);
  const router = Router({ strict: true });
  router.get('/', whenDocument, async (req, res, next) => {
    // The document refers to its files by relative paths, which need a slash at the end of its own path.
    const [path = ''] = req.originalUrl.split('?');
    if (!path.endsWith('/')) return res.redirect(308, `${path.split('/').at(-1)}/`);
    res.vary(LANGUAGE_HEADERS);
    const document = await files.findFirst(documentsFor(req));
    if (document === undefined) next();
    else await send(req, res, document, policy);
  });
  // Paths that people type; the page's own addresses follow a #.
  router.get('/docs', (_req, res) => res.redirect('./#/docs'));
  router.get('/docs/', (_req, res) => res.redirect('../#/docs'));
  router.get('/page/config.json', (_req, res) => {
    res
      .set('Cache-Control', 'no-cache')
      .json({ version, service, hosts, stacksApiUrl, defaults: { slippage, confirmBlocks } });
  });
  router.get('/page/*name', async (req, res, next) => {
    const file = await files.find([req.params.name].flat().join('/'));
    if (file === undefined) next();
    else await send(req, res, file, policy);
  });
  return router;
}

/** Lets the route serve the page only to a caller that prefers HTML; the other callers get the process's facts. */
const whenDocument: RequestHandler = (req, res, next) => {
  res.vary('Accept');
  next(req.accepts(['application/json', 'text/html']) === 'text/html' ? undefined : 'route');
};

async function send(req: Request, res: Response, file: PreparedBody, policy: string): Promise<void> {
  if (namesTag(req.headers['if-none-match'], file.etag)) {
    setHeaders(res, file.unchangedHeaders, policy);
    res.status(304).end();
    return;
  }
  const { headers, bytes } = await file.representation(req.headers['accept-encoding']);
  setHeaders(res, headers, policy);
  res.status(200).end(req.method === 'HEAD' ? undefined : bytes);
}

/** The headers of a file, with the page's policy in place of the general one. */
function setHeaders(res: Response, headers: readonly string[], policy: string): void {
  for (let n = 0; n < headers.length; n += 2) {
    const [name, value] = [headers[n]!, headers[n + 1]!];
    if (name.toLowerCase() === 'vary') res.vary(value);
    else if (!isLeftToHost(res, name)) res.setHeader(name, value);
  }
  if (!isLeftToHost(res, POLICY)) res.setHeader(POLICY, policy);
}
