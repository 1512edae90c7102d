import type { Colours } from './terminal-line.js';

/** Facts that a server shows on a terminal after its start. */
export interface FirstScreen {
  readonly version: string;
  readonly network: string;
  /** Milliseconds that the start took. */
  readonly tookMs: number;
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Path of the page for people, such as `/`; undefined if none. */
  readonly pagePath: string | undefined;
  /** Location of the data: a path, or the name of a database, without its password. */
  readonly database: string;
  /** Path of the file with the embedded devnet's chain; undefined if none. */
  readonly journal: string | undefined;
  /** Whether the server has an embedded devnet, on which the demo can trade. */
  readonly hasDevnet: boolean;
  /** Whether the program runs in a checkout of its sources. */
  readonly isCheckout: boolean;
}

/** A block of lines for a terminal: the server's address, what to try, where the data is, how to stop. */
export function firstScreen(facts: FirstScreen, { bold, cyan, dim, green }: Colours): string {
  const { version, network, tookMs, url, pagePath, database, journal, hasDevnet, isCheckout } = facts;
  const demo = isCheckout ? 'npm run demo -- --url' : 'sluice demo --url';
  const rows: readonly (readonly [title: string, what: string])[] = [
    ['Address', cyan(url)],
    ...(pagePath === undefined
      ? []
      : ([['Page', `${cyan(`${url}${pagePath}`)} ${dim('markets, swaps, orders, documents')}`]] as const)),
    [
      'Interface',
      `${cyan(`${url}/llms.txt`)} ${dim('in words,')} ${cyan(`${url}/openapi.json`)} ${dim('for programs')}`,
    ],
    ...(hasDevnet
      ? ([
          ['Devnet', `${cyan(`${url}/devnet`)} ${dim('wallets with development keys, tokens, pools')}`],
          ['Try it', `${demo} ${url}`],
        ] as const)
      : []),
    ['Data', [database, ...(journal === undefined ? [] : [journal])].join(dim(' and '))],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([title, what]) => `  ${dim(title.padEnd(10))} ${what}`);
  const title = `${bold(`Sluice ${version}`)} on ${network} ${green('is ready')} ${dim(`after ${(tookMs / 1000).toFixed(1)} s`)}`;
  return ['', `  ${title}`, '', ...lines, '', ''].join('\n');
}
