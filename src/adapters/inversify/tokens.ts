import type { ServiceIdentifier } from 'inversify';
import type { Core } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
import type { Ports } from '../../ports/index.js';
import { PORT_NAMES } from '../../ports/port-names.js';

/**
 * A token with the type of what is bound to it. Tokens with the same name are equal.
 *
 * @example const MAILER = token<Mailer>('mailer');
 */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`sluice.${name}`);

/** One token for each port, by the port's name. */
export const PORT = Object.fromEntries(PORT_NAMES.map((name) => [name, token(name)])) as {
  readonly [K in keyof Required<Ports>]: ServiceIdentifier<Ports[K]>;
};

/** The settings given to `createContainer`. */
export const SETTINGS = token<Partial<CoreSettings>>('settings');

/** The core over all bound ports. */
export const CORE = token<Core>('core');
