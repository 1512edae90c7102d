import { print, printTable } from '../../adapters/terminal/index.js';
import type { ResponseOf } from '../../sdk/client/index.js';
import { amountOf } from '../../sdk/words/token-words.js';
import { NO_ROUTE_WORDS } from './no-route.js';
import { printJson } from './result.js';

type Split = ResponseOf<'quoteSplit'>['data'];

/** Prints a split. Returns the exit code: 3 if there is no route. */
export function tellSplit(split: Split, json: boolean): number {
  if (json) printJson(split);
  else if (split.reason !== undefined) print(`no route: ${NO_ROUTE_WORDS[split.reason] ?? split.reason}`);
  else printSplit(split);
  return split.reason === undefined ? 0 : 3;
}

function printSplit({ parts, amountIn, amountOut, gain, cost, ...facts }: Split): void {
  const { path } = parts[0]!;
  const [sell, buy] = [path[0]!, path.at(-1)!];
  print(`${amountOf(amountIn!, sell)} buys ${amountOf(amountOut!, buy)}`);
  if (facts.why === 'no-gain') print('no split gives more than one route');
  else print(`${amountOf(gain!, buy)} more than one route (${facts.gainBps! / 100}%)`);
  if (cost !== undefined) print(`the further swaps cost ${amountOf(cost, buy)} in network fees`);
  if (facts.why === 'below-cost') print('not worth it: the gain is below what the further swaps cost');
  if (facts.bound !== undefined)
    print(`no split gives more than ${amountOf(facts.bound, buy)}: at most ${facts.gapBps! / 100}% is left`);
  if (facts.leftOut !== 0) print(`${facts.leftOut} vaults that only their contracts can quote are left out`);
  print('');
  printTable(
    ['part', 'sells', 'buys', 'through'],
    parts.map(({ amountInExact, amountOutExact, hops }, n) => [
      String(n + 1),
      amountOf(amountInExact, sell),
      amountOf(amountOutExact, buy),
      hops.map(({ vault }) => vault.name).join(', '),
    ]),
  );
}
