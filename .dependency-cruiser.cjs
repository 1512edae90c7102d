/**
 * The architecture as allow-lists (docs/explanation/architecture.md). A layer may import what is listed for it and nothing else;
 * each framework package has one home.
 */
const home = (name, packages, folder) => ({
  name: `${name}-at-home`,
  comment: `${packages} may be imported from ${folder} only.`,
  severity: 'error',
  from: { pathNot: folder },
  to: { path: `node_modules/(${packages})(/|$)` },
});

const only = (layer, from, allowed) => ({
  name: `${layer}-imports`,
  comment: `${layer} may import ${allowed} only: no framework, no node:*, no outer layer.`,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

module.exports = {
  forbidden: [
    only('domain', '^src/domain/', '^src/domain/'),
    only('ports', '^src/ports/', '^src/(domain|ports)/'),
    only('application', '^src/application/', '^src/(domain|ports|application)/'),
    only('library-root', '^src/index\\.ts$', '^src/(domain|ports|application)/'),
    only('testing', '^src/testing/', '(^src/(domain|ports|testing)/)|^util$'),
    // Types too: nothing of Node, of a package or of the core reaches a web page.
    only('client', '^src/client/', '^src/client/'),
    // A stranger's client: whatever it shared with the server would be wrong in both.
    only(
      'conformance',
      '^conformance/',
      '(^conformance/)|^node_modules/@stacks/transactions/|^(crypto|fs|util)$',
    ),
    // What runs in a web page and in a program alike: the pure domain, and packages without anything of Node.
    only('signing', '^src/signing/', '(^src/(domain|signing)/)|^node_modules/@noble/'),
    // The page is a caller like any other: it has the client and the signing, and nothing of the server.
    only(
      'web',
      '^src/adapters/web/',
      '(^src/(client|signing|adapters/web)/)|^node_modules/(preact|@preact/signals|lightweight-charts|minisearch|@stacks/connect)/',
    ),
    {
      name: 'adapters-are-siblings',
      comment: 'An adapter imports inward, itself and its own npm packages. src/process assembles adapters.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/([^/]+)/', pathNot: '^src/adapters/$1/' },
    },
    {
      name: 'the-program-is-the-root',
      comment: 'The program composes what it needs; nothing else imports it.',
      severity: 'error',
      from: { pathNot: '^src/commands/' },
      to: { path: '^src/(server\\.ts$|commands/)' },
    },
    {
      name: 'process-is-for-the-program',
      comment: 'What commands share: settings, the modules of the server and their lifetimes.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(process|commands)/|^src/server\\.ts$' },
      to: { path: '^src/process/' },
    },
    {
      name: 'adapters-do-not-reach-the-root',
      comment: 'The library root is for embedders; inside the house import the module itself.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/index\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan-resolution', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'published-code-needs-published-packages',
      comment:
        'Peers and dependencies. Only what runs from the bundled program uses packages that are in the bundle.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(server\\.ts$|process/|commands/|adapters/(csv|terminal|web)/)',
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
        pathNot: 'node_modules/@types/',
      },
    },
    home('express', 'express|helmet|cors|pino-http|class-validator', '^src/adapters/express/'),
    home('inversify', 'inversify', '^src/(adapters/inversify|process|run)/'),
    home('typeorm', 'typeorm|better-sqlite3|pg', '^src/adapters/typeorm/'),
    home('stacks', '@stacks/encryption|secp256k1|undici|cockatiel', '^src/adapters/stacks/'),
    home('noble', '@noble/(secp256k1|hashes)', '^src/(signing|adapters/stacks)/'),
    home('stacks-transactions', '@stacks/transactions', '^(src/adapters/(stacks|devnet)|conformance)/'),
    home('devnet', '@stacks/clarinet-sdk', '^src/adapters/devnet/'),
    home('csv', 'csv-parse', '^src/adapters/csv/'),
    home('web', 'preact|@preact/signals|lightweight-charts|minisearch|@stacks/connect', '^src/adapters/web/'),
    home('terminal', 'cli-progress', '^src/adapters/terminal/'),
    home('prometheus', 'prom-client', '^src/adapters/prometheus/'),
    home('commands', 'commander', '^src/commands/(tree/|completion\\.ts)'),
    home('reflect-metadata', 'reflect-metadata', '^src/server\\.ts$'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
