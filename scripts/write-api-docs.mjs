// Writes the reference of the package's exports to build/api, one module for each entry. Fails on a broken link in a docstring.
import path from 'node:path';
import { ownPackages } from './own-packages.mjs';
import { entries } from './public-exports.mjs';

ownPackages('scripts');
const { Application, ReflectionKind } = await import('typedoc');

const listed = entries();
const app = await Application.bootstrap({
  name: 'Sluice',
  entryPoints: listed.map(({ file }) => file),
  tsconfig: 'tsconfig.build.json',
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  // An export may mention types that are not exported themselves.
  validation: { notExported: false, invalidLink: true, notDocumented: false },
  logLevel: 'Warn',
});
const project = await app.convert();
if (project === undefined) process.exit(1);

for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
  const file = path.posix.join('src', `${module.name}.ts`);
  const entry = listed.find(
    (each) => each.file === file || each.file === path.posix.join('src', module.name, 'index.ts'),
  );
  if (entry === undefined) throw new Error(`${module.name} is no entry of the package`);
  module.name = entry.name;
}
app.validate(project);
await app.generateDocs(project, 'build/api');
if (app.logger.hasWarnings() || app.logger.hasErrors()) process.exit(1);
