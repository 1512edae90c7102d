// Finds every public export of the package with the type checker: the entry that exports it, its documentation and its examples.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The package's entries: source files by entry name, such as `sluice/memory` → `src/adapters/memory/index.ts`. */
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
 * One item for each export of each entry:
 *
 * - `entry`, `name`, `file`, `line`: its place
 * - `isFunction`: whether callers call it, so that it needs an example
 * - `documentation`: its docstring; empty if it has none
 * - `examples`: the code of its `@example` tags
 * - `unexported`: names of the package's own types that its signature mentions but no entry exports
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
  const exported = listed.flatMap(({ name: entry, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    return checker
      .getExportsOfModule(module)
      .map((symbol) => ({ entry, symbol, target: targetOf(checker, symbol) }));
  });
  const targets = new Set(exported.map(({ target }) => target));
  return exported.map(({ entry, symbol, target }) => ({
    ...describe(checker, entry, symbol, target),
    unexported: unexportedTypes(checker, target, targets),
  }));
}

const targetOf = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Types that the declarations mention, except in bodies and private members, but that are not exported. `typeof ORDER` is no such type. */
function unexportedTypes(checker, target, exported) {
  const found = new Set();
  const isHidden = (node) =>
    ts.isBlock(node) ||
    ts.isPrivateIdentifier(node.name ?? node) ||
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword));
  const visit = (node) => {
    if (isHidden(node)) return;
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol !== undefined) {
      const named = targetOf(checker, symbol);
      const isParameter = (named.flags & ts.SymbolFlags.TypeParameter) !== 0;
      const isOurs = named.declarations?.some((each) => /^src[\\/]/.test(relativeOf(each.getSourceFile())));
      if (isOurs && isNameable(named) && !isParameter && !exported.has(named)) found.add(named.name);
    }
    // The value of a constant and the body of a function without braces do not belong to the signature.
    if (ts.isVariableDeclaration(node)) return visitSignature(node);
    if (ts.isArrowFunction(node)) return visitSignature(node);
    ts.forEachChild(node, visit);
  };
  const visitSignature = (node) => {
    if (node.type !== undefined) visit(node.type);
    if (ts.isArrowFunction(node)) node.parameters.forEach(visit);
    if (node.initializer !== undefined && ts.isArrowFunction(node.initializer)) visit(node.initializer);
  };
  target.declarations.forEach(visit);
  return [...found];
}

/** Whether a type is of interest: other modules of the package can import it, and it is not machinery of the types. */
const isNameable = ({ name, declarations }) =>
  !MACHINERY.includes(name) &&
  declarations.some(
    (each) =>
      ts.canHaveModifiers(each) &&
      ts.getModifiers(each)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );

const MACHINERY = ['Brand', 'WireOf', 'ErrorShape', 'OperationDescription', 'PricesOperations'];

const relativeOf = (source) => path.relative('.', source.fileName);

function describe(checker, entry, symbol, target) {
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
