import { registry } from '../live/registry.js';
import { service } from '../session/service.js';

/** Values in the documents that differ from server to server. */
const WRITTEN_SERVER = /^(BASE|SERVER)=http:\/\/127\.0\.0\.1:3000$/gm;
const WRITTEN_SBTC = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.sbtc';
const WRITTEN_CLOCK = '$(date +%s)';

/** Address of the service, without a trailing slash. It may differ from that of the page. */
const serviceRoot = (): string => (service.value?.baseUrl ?? '').replace(/\/+$/, '');

/** The address of a path of the service, such as `/openapi.json`. */
export const serviceUrl = (path: string): URL => new URL(`${serviceRoot()}${path}`, location.href);

/** The documents' commands with the address and the sBTC token of this server. */
export const forThisServer = (commands: string): string =>
  withOwnTokens(commands.replace(WRITTEN_SERVER, (_, name: string) => `${name}=${serviceRoot()}`));

/** An example value that is valid on this server now. */
export const exampleHere = (example: string): string =>
  withOwnTokens(example.replace(WRITTEN_CLOCK, () => String(Math.floor(Date.now() / 1_000))));

function withOwnTokens(text: string): string {
  const sbtc = registry.value?.tokens.find(({ symbol, type }) => symbol === 'sBTC' && type === undefined);
  return sbtc === undefined ? text : text.replaceAll(WRITTEN_SBTC, sbtc.contractId);
}
