import { registrySchema } from '../../adapters/stacks/index.js';
import { print } from '../../adapters/terminal/index.js';

export function printSchema(): Promise<number> {
  print(JSON.stringify(registrySchema(), undefined, 2));
  return Promise.resolve(0);
}
