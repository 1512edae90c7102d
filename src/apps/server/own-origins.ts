import { networkInterfaces } from 'node:os';
import { LOOPBACK_NAMES } from '../../domain/shared/loopback.js';
import type { Config } from './config.js';

const WILDCARDS = ['0.0.0.0', '::'];

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The origins under which callers may know this server. The Host header is not among the sources: callers can put anything there. */
export class OwnOrigins {
  #origins: readonly string[];

  constructor(private readonly config: Pick<Config, 'publicOrigins' | 'hosts' | 'host'>) {
    this.#origins = [...config.publicOrigins, ...this.#onHosts('')];
  }

  readonly list = (): readonly string[] => this.#origins;

  /** Adds the origins of the listening server, whose port the system may have chosen. */
  listening(url: string): void {
    const { host } = this.config;
    const { hostname, port } = new URL(url);
    const names = new Set([inUrl(host), hostname, ...this.#addresses()]);
    // Browsers omit the default port of a scheme from an origin, and so does `URL`.
    const local = [...names].map((name) => new URL(`http://${name}:${port || 80}`).origin);
    this.#origins = [...new Set([...this.#origins, ...local, ...this.#onHosts(port)])];
  }

  #addresses(): readonly string[] {
    const { host } = this.config;
    if (!WILDCARDS.includes(host)) return LOOPBACK_NAMES.includes(inUrl(host)) ? LOOPBACK_NAMES : [];
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    return [
      ...LOOPBACK_NAMES,
      ...others.filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => inUrl(address)),
    ];
  }

  /**
   * Origins of the areas' own hosts. Without a port, both schemes are possible: a host does not reveal the scheme, which a proxy
   * may have changed.
   */
  #onHosts(port: string): readonly string[] {
    const hosts = Object.values(this.config.hosts);
    return port === ''
      ? hosts.flatMap((host) => [`https://${host}`, `http://${host}`])
      : hosts.map((host) => `http://${host}:${port}`);
  }
}
