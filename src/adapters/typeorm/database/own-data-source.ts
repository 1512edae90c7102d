import { createRequire } from 'node:module';
import { DataSource } from 'typeorm';

const require = createRequire(import.meta.url);

/**
 * Entities, migrations and errors of one copy of TypeORM mean nothing to another, so a data source must come from the copy loaded
 * here.
 *
 * @throws Error that names the required version and, if known, the one found.
 */
export function checkDataSource(dataSource: object): asserts dataSource is DataSource {
  if (dataSource instanceof DataSource) return;
  const found = copyOf(dataSource.constructor);
  const wanted = copyAt(require.resolve('typeorm'));
  throw new Error(
    `the data source is ${found === undefined ? 'not one of TypeORM' : `of ${found}`}, and Sluice needs one of ${wanted}: ` +
      'have that copy alone in your program, or pass a URL or a `pg` pool',
  );
}

/** The copy of TypeORM with the class, among the modules loaded in this process. */
function copyOf(constructor: unknown): string | undefined {
  for (const [file, module] of Object.entries(require.cache)) {
    const exported = module?.exports as { readonly DataSource?: unknown } | undefined;
    if (exported?.DataSource === constructor) return copyAt(file);
  }
  return undefined;
}

/** Names the version and the folder of the copy of TypeORM with the file. */
function copyAt(file: string): string | undefined {
  const folder = /^.*[\\/]typeorm(?=[\\/])/.exec(file)?.[0];
  if (folder === undefined) return undefined;
  const { version } = require(`${folder}/package.json`) as { readonly version: string };
  return `typeorm ${version} (${folder})`;
}
