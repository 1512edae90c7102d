/** The usual names of the machine’s own network interface, as written in URLs. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/**
 * Whether a host, without its port, is on the machine's own network interface, which other machines cannot reach.
 *
 * @example isLoopback('127.0.0.1'); // true
 */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
