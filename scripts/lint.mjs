// Checks the types of all sources, and eslint's rules, which use the types. Both checks share the same compiler programs, because most
// of the work of either is to infer types. Ends with exit code 1 and one line per finding.
import { createRequire } from 'node:module';
import { ESLint } from 'eslint';

/** The checkout's compiler, which eslint's rules also use. The package check installs another compiler beside this file. */
const ts = createRequire(`${process.cwd()}/package.json`)('typescript');

const programs = ['tsconfig.json', 'src/apps/page/tsconfig.json'].map((file) => {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  const whole = { incremental: false, tsBuildInfoFile: undefined };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(file, whole, host);
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
});
const diagnostics = ts.sortAndDeduplicateDiagnostics(
  programs.flatMap((each) => ts.getPreEmitDiagnostics(each)),
);
console.log(
  ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => '\n',
  }),
);

const shared = { parserOptions: { programs, project: null } };
const eslint = new ESLint({ overrideConfig: { files: ['**/*.ts', '**/*.tsx'], languageOptions: shared } });
const results = await eslint.lintFiles('.');
console.log(await (await eslint.loadFormatter()).format(results));
process.exitCode = diagnostics.length > 0 || results.some(({ errorCount }) => errorCount > 0) ? 1 : 0;
