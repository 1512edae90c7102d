import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { entries, type PublicExport } from '../../scripts/public-exports.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTEXT = join(ROOT, 'test/docs/example-context.ts');

export interface Example {
  readonly entry: string;
  readonly name: string;
  readonly code: string;
}

/**
 * Type-checks examples as programs: each sees the exports of its entry and of the library's root, and the values that
 * example-context.ts declares. Returns the compiler's errors by example.
 */
export function compileExamples(
  examples: readonly Example[],
  exported: readonly PublicExport[],
): ReadonlyMap<Example, readonly string[]> {
  const texts = new Map(
    examples.map((example, index) => [
      join(ROOT, `test/docs/${example.name}-${index}.example.ts`),
      programOf(example, exported),
    ]),
  );
  const files = [...texts.keys()];
  const host = hostOf(texts);
  const program = ts.createProgram(files, host.options, host);
  return new Map(
    examples.map((example, index) => [
      example,
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(files[index]!))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ]),
  );
}

/** Imports each name that the example uses from its own entry, else the library's root, the context, or any other entry. */
function programOf({ entry, code }: Example, exported: readonly PublicExport[]): string {
  const { imports, body } = splitImports(code);
  const taken = new Set(imports.match(/\w+/g) ?? []);
  const used = new Set(body.match(/\w+/g) ?? []);
  const importUsed = (from: string, names: readonly string[]) => {
    const free = names.filter((name) => used.has(name) && !taken.has(name));
    free.forEach((name) => taken.add(name));
    return `import { ${free.join(', ')} } from '${from}';`;
  };
  const importExports = (from: string) =>
    importUsed(
      from,
      exported.filter((each) => each.entry === from).map(({ name }) => name),
    );
  const near = [...new Set([entry, 'sluice'])];
  const others = entries().flatMap(({ name }) => (near.includes(name) ? [] : [name]));
  return [
    ...near.map(importExports),
    importUsed('./example-context.js', contextNames()),
    ...others.map(importExports),
    imports,
    `export async function example() {\n${body}\n}`,
  ].join('\n');
}

function splitImports(code: string): { imports: string; body: string } {
  const lines = code.split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  return {
    imports: lines.filter(isImport).join('\n'),
    body: lines.filter((line) => !isImport(line)).join('\n'),
  };
}

function contextNames(): string[] {
  const text = readFileSync(CONTEXT, 'utf8');
  const declared = [...text.matchAll(/^export (?:declare const|interface) (\w+)/gm)].map(([, name]) => name!);
  const passedOn = [...text.matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, names]) => names!.split(', '));
  return [...declared, ...passedOn];
}

/** The sources that all programs share, as the compiler has read them. */
const shared = new Map<string, ts.SourceFile | undefined>();

/** A compiler host that finds the given texts as files and the package's entries in src. */
function hostOf(
  texts: ReadonlyMap<string, string>,
): ts.CompilerHost & { readonly options: ts.CompilerOptions } {
  const path = join(ROOT, 'tsconfig.json');
  const config = ts.readConfigFile(path, (name) => ts.sys.readFile(name)).config as object;
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, dirname(path));
  const { tsBuildInfoFile: _unused, ...options } = {
    ...parsed.options,
    incremental: false,
    noEmit: true,
    verbatimModuleSyntax: false,
    paths: Object.fromEntries(entries().map(({ name, file }) => [name, [join(ROOT, file)]])),
  };
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    options,
    fileExists: (name) => texts.has(name) || host.fileExists(name),
    readFile: (name) => texts.get(name) ?? host.readFile(name),
    getSourceFile: (name, version, ...rest) => {
      const text = texts.get(name);
      if (text !== undefined) return ts.createSourceFile(name, text, version, true);
      if (!shared.has(name)) shared.set(name, host.getSourceFile(name, version, ...rest));
      return shared.get(name);
    },
  };
}
