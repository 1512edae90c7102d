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
    // A stranger's client: whatever it shared with the server would be wrong in both.
    only(
      'conformance',
      '^conformance/',
      '(^conformance/)|^node_modules/@stacks/transactions/|^(crypto|fs|util)$',
    ),
    // Types too: nothing of Node, of a package or of the core reaches a web page.
    only('client', '^src/sdk/client/', '^src/sdk/(client/|trading/index\\.ts)'),
    {
      name: 'trading-is-loaded-when-used',
      comment: 'A client that places no order by symbol loads nothing of signing.',
      severity: 'error',
      from: { path: '^src/sdk/client/' },
      to: { path: '^src/sdk/trading/', dynamic: false },
    },
    only(
      'trading',
      '^src/sdk/trading/',
      '^src/(domain|sdk/(trading|signing|words|client/(orders/named-terms|transport/client-error)\\.ts))',
    ),
    // What runs in a web page and in a program alike: the pure domain, and packages without anything of Node.
    only('signing', '^src/sdk/signing/', '(^src/(domain|sdk/signing)/)|^node_modules/@noble/'),
    only('words', '^src/sdk/words/', '^src/(domain/|sdk/(words/|signing/amounts\\.ts))'),
    {
      name: 'adapters-are-siblings',
      comment:
        'An adapter imports the core, the sdk, itself and its own npm packages. src/apps assembles adapters.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/(apps|testing|adapters/([^/]+))/', pathNot: '^src/adapters/($1|charts)/' },
    },
    // Charts for others speak protocols of charts and no HTTP: the HTTP adapter serves them beside the prices.
    only(
      'charts',
      '^src/adapters/charts/',
      '(^src/(domain|ports|application|adapters/charts)/)|^(crypto|fs)(/promises)?$',
    ),
    {
      name: 'charts-are-served-by-express',
      severity: 'error',
      from: { path: '^src/(adapters|apps)/', pathNot: '^src/adapters/(charts|express)/' },
      to: { path: '^src/adapters/charts/' },
    },
    // The page is a caller like any other: it has the sdk, and nothing of the server.
    only(
      'page',
      '^src/apps/page/',
      '(^src/(sdk|apps/page)/)|^node_modules/(preact|@preact/signals|lightweight-charts|minisearch)/',
    ),
    {
      name: 'devnet-imports',
      comment: 'The devnet is a chain: of the house it knows the domain alone.',
      severity: 'error',
      from: { path: '^src/apps/devnet/' },
      to: { path: '^src/', pathNot: '^src/(domain|apps/devnet)/' },
    },
    {
      name: 'run-imports',
      comment:
        'What embedders and the server start: the adapters on a core, with a devnet if asked. No process, no program.',
      severity: 'error',
      from: { path: '^src/apps/run/' },
      to: { path: '^src/apps/', pathNot: '^src/apps/(run|devnet)/' },
    },
    {
      name: 'server-imports',
      comment:
        'Settings, modules of the server and their lifetimes, which the commands of the program share.',
      severity: 'error',
      from: { path: '^src/apps/server/' },
      to: { path: '^src/apps/', pathNot: '^src/apps/(server|run|devnet|mcp)/' },
    },
    {
      name: 'mcp-imports',
      comment:
        'A client of the server that knows the descriptions of its operations, and nothing of its parts.',
      severity: 'error',
      from: { path: '^src/apps/mcp/' },
      to: {
        path: '^src/',
        pathNot: '^src/(domain|sdk|apps/mcp|adapters/express/(index\\.ts|requests/caller\\.ts|schema/))',
      },
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
        pathNot: '^src/(apps/(server|cli|page|mcp)|adapters/(csv|terminal))/',
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
        pathNot: 'node_modules/@types/',
      },
    },
    home('express', 'express|helmet|cors|class-validator(-jsonschema)?', '^src/adapters/express/'),
    home('inversify', 'inversify', '^src/(adapters/inversify|apps/(server|run))/'),
    home('pictures', '@cf-wasm/[^/]+', '^src/adapters/pictures/'),
    home('typeorm', 'typeorm|better-sqlite3|pg', '^src/adapters/typeorm/'),
    home('stacks', '@stacks/encryption|secp256k1|undici|cockatiel', '^src/adapters/stacks/'),
    home('noble', '@noble/(secp256k1|hashes)', '^src/(sdk/signing|adapters/stacks)/'),
    home('stacks-transactions', '@stacks/transactions', '^(src/(adapters/stacks|apps/devnet)|conformance)/'),
    home('devnet', '@stacks/clarinet-sdk', '^src/apps/devnet/'),
    home('csv', 'csv-parse', '^src/adapters/csv/'),
    home('web', 'preact|@preact/signals|lightweight-charts|minisearch', '^src/apps/page/'),
    home('terminal', 'cli-progress', '^src/adapters/terminal/'),
    home('prometheus', 'prom-client', '^src/adapters/prometheus/'),
    home('opentelemetry', '@opentelemetry/[^/]+', '^src/(adapters/opentelemetry/|apps/server/traces\\.ts)'),
    home('mcp', '@modelcontextprotocol/[^/]+', '^src/apps/mcp/'),
    home('commands', 'commander', '^src/apps/cli/(tree/|completion\\.ts)'),
    home('reflect-metadata', 'reflect-metadata', '^src/apps/server/server\\.ts$'),
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
