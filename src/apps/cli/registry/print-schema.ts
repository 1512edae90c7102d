import { registrySchema } from '../../../adapters/stacks/index.js';
import { printJson } from '../result.js';

export function printSchema(): Promise<number> {
  printJson(registrySchema());
  return Promise.resolve(0);
}
