import { text, type Parse } from '../../../domain/shared/fields.js';
import {
  aFunction,
  anObject,
  count,
  refuseOptions,
  requireObject,
  unknownNames,
  wrongOption,
  wrongSecret,
  wrongValue,
} from '../../../domain/shared/option-checks.js';
import type { DevnetOptions, ForkDevnetOptions } from './options.js';

const PORT = count(0, 65_535);

const CHECKS: Readonly<Record<keyof Required<DevnetOptions & ForkDevnetOptions>, Parse<unknown>>> = {
  blockMs: count(10, 86_400_000),
  port: PORT,
  controlPort: PORT,
  controlToken: text(1_000),
  log: aFunction(),
  signal: anObject('an AbortSignal'),
  prepared: anObject('what prepareDevnet returned'),
  journalPath: text(4_096),
  onStart: aFunction(),
  registry: anObject('a registry'),
  network: anObject('an object such as { url }'),
};

const OF_DEVNET = ['journalPath', 'onStart', 'registry'];
const OF_FORK = ['network'];
const REQUIRED = ['blockMs', 'network'];

/**
 * Checks the options.
 *
 * @throws RangeError that names every unknown or unusable option of a devnet or a fork; TypeError without options.
 */
export function checkOptions(options: object, kind: 'devnet' | 'fork'): void {
  requireObject(`the options of the ${kind}`, options);
  const others = kind === 'devnet' ? OF_FORK : OF_DEVNET;
  const checks = Object.entries(CHECKS).filter(([name]) => !others.includes(name));
  const values = new Map<string, unknown>(Object.entries(options));
  refuseOptions([
    ...unknownNames(
      options,
      checks.map(([name]) => name),
    ),
    ...checks.flatMap(([name, parse]) =>
      (REQUIRED.includes(name) ? wrongValue : name === 'controlToken' ? wrongSecret : wrongOption)(
        name,
        values.get(name),
        parse,
      ),
    ),
  ]);
}
