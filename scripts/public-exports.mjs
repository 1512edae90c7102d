// Every public export of the package, as the type checker sees it: the entry it is reached by, its documentation, its examples.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The package's entries by name: `sluice/memory` → `src/adapters/memory/index.ts`. */
export function entries() {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([subpath, { types }]) => ({
      name: path.posix.join(name, subpath),
      file: types.replace(/^\.\/dist\//, 'src/').replace(/\.d\.ts$/, '.ts'),
    }));
}

/**
 * One item for each export of each entry.
 *
 * - `entry`, `name`, `file`, `line`: where it is found
 * - `isFunction`: whether callers call it, so that an example is due
 * - `documentation`: its docstring, empty without one
 * - `examples`: the code of its `@example` tags
 */
export function publicExports() {
  const config = ts.readConfigFile('tsconfig.json', ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['src/index.ts'] },
    ts.sys,
    '.',
  );
  const listed = entries();
  const program = ts.createProgram(
    listed.map(({ file }) => file),
    { ...options, incremental: false, tsBuildInfoFile: undefined },
  );
  const checker = program.getTypeChecker();
  return listed.flatMap(({ name: entry, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    return checker.getExportsOfModule(module).map((symbol) => describe(checker, entry, symbol));
  });
}

function describe(checker, entry, symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target.valueDeclaration ?? target.declarations[0];
  const source = declaration.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(declaration.getStart());
  const isValue = (target.flags & ts.SymbolFlags.Value) !== 0;
  const type = isValue ? checker.getTypeOfSymbolAtLocation(target, declaration) : undefined;
  return {
    entry,
    name: symbol.name,
    file: path.relative('.', source.fileName),
    line: line + 1,
    isFunction: type !== undefined && type.getCallSignatures().length > 0,
    documentation: ts.displayPartsToString(target.getDocumentationComment(checker)).trim(),
    examples: target
      .getJsDocTags(checker)
      .filter((tag) => tag.name === 'example')
      .map((tag) => ts.displayPartsToString(tag.text).trim()),
  };
}
