import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const ENTRY = fileURLToPath(new URL('../../dist/adapters/typeorm/index.js', import.meta.url));

it('names the version of TypeORM that a data source comes from and the one that is wanted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-typeorm-'));
  const typeorm = join(folder, 'node_modules/typeorm');
  await mkdir(typeorm, { recursive: true });
  await writeFile(join(typeorm, 'package.json'), JSON.stringify({ name: 'typeorm', version: '0.3.27' }));
  await writeFile(join(typeorm, 'index.js'), 'exports.DataSource = class DataSource {};');
  const program = `
    import typeorm from 'typeorm';
    import { openStorage } from ${JSON.stringify(ENTRY)};
    for (const dataSource of [new typeorm.DataSource(), {}])
      await openStorage({ dataSource }).catch((error) => console.log(error.message));
  `;
  await writeFile(join(folder, 'program.mjs'), program);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')]);
  const [older, other] = stdout.trim().split('\n');
  expect(older).toMatch(
    /^the data source is of typeorm 0\.3\.27 \(.*\), and Sluice needs one of typeorm 1\.1\.1 \(.*\): /,
  );
  expect(other).toMatch(
    /^the data source is not one of TypeORM, and Sluice needs one of typeorm 1\.1\.1 \(.*\): /,
  );
  await rm(folder, { recursive: true });
});
