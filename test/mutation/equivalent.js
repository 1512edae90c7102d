/**
 * Mutants that live, by file: each has the reason why no test tells it from the code, or is said to be open. `survivors.js` fails the run
 * for one that lives and is not here.
 */
export const EQUIVALENT = {
  'src/domain/order/conditions/guards.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'return { ...(minLiquidityUsd !== undefined && { minLiquidityUsd }), ...(confirm && { confirm }) }; | minLiquidityUsd !== undefined → true',
        "const [[name, value] = ['', undefined], more] = isObject(raw) ? Object.entries(raw) : []; | ['', undefined] → []",
        "const [[name, value] = ['', undefined], more] = isObject(raw) ? Object.entries(raw) : []; | '' → \"Stryker was here!\"",
        'const [[name, value] = [\'\', undefined], more] = isObject(raw) ? Object.entries(raw) : []; | [] → ["Stryker was here"]',
      ],
    },
  ],
  'src/domain/order/conditions/price-ratio.ts': [
    {
      reason: 'A default or a text that nothing reads.',
      mutants: ["const [text, whole = '', fraction = ''] = match; | '' → \"Stryker was here!\""],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'const [dividend, divisor] = shift >= 0n ? [scaled << shift, b] : [scaled, b << -shift]; | shift >= 0n → shift > 0n',
      ],
    },
  ],
  'src/domain/order/conditions/price.ts': [
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'const gtLevel = floor < MAX_TARGET_SCALED ? floor : MAX_TARGET_SCALED; | floor < MAX_TARGET_SCALED → floor <= MAX_TARGET_SCALED',
        'const size = gap < 0n ? -gap : gap; | gap < 0n → gap <= 0n',
        "return `${gap < 0n ? '-' : ''}${decimalText(steps * DISTANCE_SCALE)}`; | gap < 0n → gap <= 0n",
      ],
    },
  ],
  'src/domain/order/evaluation/brakes.ts': [
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'const balanceUstx = balancesUstx.reduce((most, each) => (each > most ? each : most), toUnits(0n)); | each > most → each >= most',
      ],
    },
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'if (mostFees !== undefined && feesUstx + (next?.feeUstx ?? 1n) > mostFees) | mostFees !== undefined → true',
        'if (mostUsd === undefined) return ok(); | mostUsd === undefined → false',
      ],
    },
  ],
  'src/domain/order/evaluation/evaluation.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        "if (validFrom !== undefined && windowAt(order.terms, now) === 'before') | validFrom !== undefined → true",
      ],
    },
  ],
  'src/domain/order/evaluation/operator-accounts.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'const isTroubled = ({ isRefused, since }: T) => isRefused || (since !== undefined && since <= stuckSince); | since !== undefined → true',
      ],
    },
  ],
  'src/domain/order/evaluation/own-bounds.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'if (minAmountOut !== undefined && amountOut < minAmountOut) | minAmountOut !== undefined → true',
      ],
    },
  ],
  'src/domain/order/lifecycle/lifecycle.ts': [
    {
      reason: 'Only an order or status of that kind has the field that is compared next.',
      mutants: [
        "if (order.status !== 'open' || order.sending !== txid) return noMove(order); | order.status !== 'open' → false",
        "if (order.status !== 'open' || order.sending !== txid) return noMove(order); | order.status !== 'open' → false",
        "(order.status === 'broadcasted' || (order.status === 'open' && order.sending !== undefined)); | order.status === 'open' → true",
      ],
    },
  ],
  'src/domain/order/lifecycle/settlement.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'isMined(status) && swap.quote.height !== undefined && status.blockHeight <= swap.quote.height - finalBlocks; | isMined(status) && swap.quote.height !== undefined → true',
        'isMined(status) && swap.quote.height !== undefined && status.blockHeight <= swap.quote.height - finalBlocks; | isMined(status) && swap.quote.height !== undefined → isMined(status) || swap.quote.height !== undefined',
        'isMined(status) && swap.quote.height !== undefined && status.blockHeight <= swap.quote.height - finalBlocks; | swap.quote.height !== undefined → true',
      ],
    },
    {
      reason: 'Only an order or status of that kind has the field that is compared next.',
      mutants: [
        "if (status.kind === 'success' && status.amountOut !== undefined) | status.kind === 'success' → true",
        "if (status.kind === 'aborted' && status.reason !== undefined) | status.kind === 'aborted' → true",
      ],
    },
  ],
  'src/domain/order/lifecycle/strategy.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        "if (terms.validTo !== undefined && now >= terms.validTo) return 'after'; | terms.validTo !== undefined → true",
        "if (terms.validFrom !== undefined && now < terms.validFrom) return 'before'; | terms.validFrom !== undefined → true",
        'return terms.validTo !== undefined && terms.validTo < oldest ? terms.validTo : oldest; | terms.validTo !== undefined → true',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'return terms.validTo !== undefined && terms.validTo < oldest ? terms.validTo : oldest; | terms.validTo < oldest → terms.validTo <= oldest',
      ],
    },
  ],
  'src/domain/order/limits/quotas.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'if (limit !== undefined && used[unit] > limit) return { of: unit, used: used[unit], limit }; | limit !== undefined → true',
      ],
    },
  ],
  'src/domain/order/order.ts': [
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'return Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1))); | x < y → x <= y',
        'return Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1))); | x < y → x >= y',
      ],
    },
  ],
  'src/domain/order/swap-transaction.ts': [
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'return pending.filter((nonce) => !own.has(nonce)).sort((a, b) => (a < b ? -1 : 1)); | a < b → a <= b',
        'const highest = held.reduce((high, nonce) => (nonce > high ? nonce : high), chainNonce); | nonce > high → nonce >= high',
        'const wanted = quarterMore > estimate ? quarterMore : estimate; | quarterMore > estimate → quarterMore >= estimate',
        'const fee = wanted < most ? wanted : most; | wanted < most → wanted <= most',
      ],
    },
  ],
  'src/domain/router/best-route.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'return source !== undefined && target !== undefined && this.graph.joins(source, target, MAX_HOPS); | target !== undefined → true',
        'if (source === undefined || target === undefined) return false; | target === undefined → false',
        'if (source === undefined || amount === 0n) return routes; | source === undefined || amount === 0n → false',
        'if (source === undefined || amount === 0n) return routes; | source === undefined || amount === 0n → source === undefined && amount === 0n',
        'if (source === undefined || amount === 0n) return routes; | source === undefined → false',
        'if (source === undefined || amount === 0n) return routes; | amount === 0n → false',
        'const path = target === undefined ? [] : fanOut.routeTo(target); | [] → ["Stryker was here"]',
        'const route = target === undefined ? undefined : this.exactly(path, source, target, amount); | target === undefined → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined || target === undef … | amount === 0n → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined || target === undef … | amount === 0n → (source === undefined || target === unde … & amount === 0n',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined || target === undef … urce === target → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined || target === undef … urce === target → (source === undefined || target === unde … urce === target',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined || target === undefined → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined || target === undefined → source === undefined && target === undefined',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === undefined → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | target === undefined → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | source === target → false',
        'if (source === undefined || target === undefined || source === target || amount === 0n) return undefined; | amount === 0n → false',
      ],
    },
    {
      reason: 'The warm-up searches for the sake of the compiler of the engine, and has no result.',
      mutants: [
        'warmUp(quotes = 2_000): void { | { const { tokens } = this.graph; for (le … (i % 12))); } } → {}',
        'for (let i = 0; i < quotes; i++) { | i < quotes → false',
        'for (let i = 0; i < quotes; i++) { | i < quotes → i <= quotes',
        'for (let i = 0; i < quotes; i++) { | i < quotes → i >= quotes',
        'for (let i = 0; i < quotes; i++) { | { const from = tokens[i % tokens.length] … + (i % 12))); } → {}',
        'const from = tokens[i % tokens.length]; | i % tokens.length → i * tokens.length',
        'const to = tokens[(i * 7 + 1) % tokens.length]; | (i * 7 + 1) % tokens.length → (i * 7 + 1) * tokens.length',
        'const to = tokens[(i * 7 + 1) % tokens.length]; | i * 7 + 1 → i * 7 - 1',
        'const to = tokens[(i * 7 + 1) % tokens.length]; | i * 7 → i / 7',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | from !== undefined && to !== undefined → true',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | from !== undefined && to !== undefined → false',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | from !== undefined && to !== undefined → from !== undefined || to !== undefined',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | from !== undefined → true',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | from !== undefined → from === undefined',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | to !== undefined → true',
        'if (from !== undefined && to !== undefined) this.bestRoute(from, to, 10n ** BigInt(1 + (i % 12))); | to !== undefined → to === undefined',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (amountIn < EXACT && (graph.isAllExact || graph.isExact(edge))) { | amountIn < EXACT → amountIn <= EXACT',
      ],
    },
  ],
  'src/domain/router/candidates.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'const unconfirmed = route?.hops.filter(isUnconfirmed) ?? []; | [] → ["Stryker was here"]',
        'if (route === undefined || doubted === undefined) return { confirmed: route, open }; | route === undefined → false',
        'return refusedFrom !== undefined && hop.amountIn >= refusedFrom; | refusedFrom !== undefined → true',
        'sidesOf(vault, reserves, opcode).probes ?? []; | [] → ["Stryker was here"]',
      ],
    },
  ],
  'src/domain/router/payout.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'if (asset === undefined) return undefined; | asset === undefined → false',
        'const copies = new Set(registry.tokens.flatMap(({ type, contractId }) => (type ? [contractId] : []))); | [] → ["Stryker was here"]',
      ],
    },
  ],
  'src/domain/router/search/exact-route.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'while (best.amountOut < ceiling) { | best.amountOut < ceiling → best.amountOut <= ceiling',
        'if (before !== undefined && (need === undefined || before < need)) need = before; | before !== undefined → true',
        'if (before !== undefined && (need === undefined || before < need)) need = before; | before < need → before <= need',
      ],
    },
    { reason: 'NEW', mutants: ['if (better === undefined) break; | better === undefined → true'] },
  ],
  'src/domain/router/search/fan-out.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'if (target === this.source) return []; | target === this.source → false',
        'const toBeat = paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1; | paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1 → paths[TWO_HOP_PATHS - 1]?.toBeat && 1',
        'const toBeat = paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1; | TWO_HOP_PATHS - 1 → TWO_HOP_PATHS + 1',
        'if (path === undefined || path === known) continue; | path === undefined || path === known → path === undefined && path === known',
        'if (path === undefined || path === known) continue; | path === undefined → false',
        'if (path === undefined || path === known) continue; | path === known → false',
        'const place = paths.findIndex(({ amount }) => amount < path.amount); | amount < path.amount → amount <= path.amount',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (mostThrough(graph.entering, slot, first.most) < toBeat) continue; | mostThrough(graph.entering, slot, first.most) < toBeat → false',
        'if (mostThrough(graph.entering, slot, first.most) < toBeat) continue; | mostThrough(graph.entering, slot, first.most) < toBeat → mostThrough(graph.entering, slot, first.most) <= toBeat',
        'if (bound === undefined || mostThrough(graph.entering, slot, bound.most) < toBeat) continue; | mostThrough(graph.entering, slot, bound.most) < toBeat → mostThrough(graph.entering, slot, bound.most) <= toBeat',
        'if (path === undefined || mostThrough(graph.entering, slot, path.most) < toBeat) continue; | mostThrough(graph.entering, slot, path.most) < toBeat → mostThrough(graph.entering, slot, path.most) <= toBeat',
        'if (best === undefined || !this.passes(best, avoided)) return best; | best === undefined → false',
      ],
    },
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'return { edge, before, amount, most: double * (1 + ROUNDING), toBeat: (double + 1) * (1 - ROUNDING) }; | double * (1 + ROUNDING) → double / (1 + ROUNDING)',
        'return { edge, before, amount, most: double * (1 + ROUNDING), toBeat: (double + 1) * (1 - ROUNDING) }; | 1 + ROUNDING → 1 - ROUNDING',
        'return { edge, before, amount, most: double * (1 + ROUNDING), toBeat: (double + 1) * (1 - ROUNDING) }; | (double + 1) * (1 - ROUNDING) → (double + 1) / (1 - ROUNDING)',
        'return { edge, before, amount, most: double * (1 + ROUNDING), toBeat: (double + 1) * (1 - ROUNDING) }; | 1 - ROUNDING → 1 + ROUNDING',
      ],
    },
  ],
  'src/domain/router/search/forward-search.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'if (token < this.low.length) this.low[token] = Infinity; | token < this.low.length → true',
        'if (token < this.low.length) this.low[token] = Infinity; | token < this.low.length → token <= this.low.length',
        'const exact = amountIn < EXACT; | amountIn < EXACT → true',
        'const exact = amountIn < EXACT; | amountIn < EXACT → amountIn <= EXACT',
        'for (let slot = graph.slotOf(b, a); slot < end; slot++) { | slot < end → slot <= end',
        'if (a !== avoided && this.one.high[a]! > 0) this.tryDetour(a, slot); | this.one.high[a]! > 0 → true',
        'if (a !== avoided && this.one.high[a]! > 0) this.tryDetour(a, slot); | this.one.high[a]! > 0 → this.one.high[a]! >= 0',
        'if (this.graph.from[two.edge[token]!] !== avoided) return two.high[token]!; | this.graph.from[two.edge[token]!] !== avoided → true',
        'this.findDetour(token, avoided); | this.findDetour(token, avoided); → ;',
        'return Math.max(one.high[token]!, this.detourHigh); | Math.max(one.high[token]!, this.detourHigh) → Math.min(one.high[token]!, this.detourHigh)',
        'if (order < 0 || (order === 0 && this.carry([edge]) <= this.carry([one.edge[a]!]))) continue; | this.carry([edge]) <= this.carry([one.edge[a]!]) → this.carry([edge]) < this.carry([one.edge[a]!])',
        'if (mostThrough(leaving, slot, amount) >= low[b]!) this.labelSecond(a, b, graph.edge[slot]!); | mostThrough(leaving, slot, amount) >= low[b]! → mostThrough(leaving, slot, amount) > low[b]!',
        'if (bounds.high < 1) return; | bounds.high < 1 → false',
        'if (bounds.high < 1) return; | bounds.high < 1 → bounds.high <= 1',
        'if (order < 0) return; | order < 0 → order <= 0',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(two.edge[b]!))) return; | this.carry(this.pathBy(edge)) <= this.ca … (two.edge[b]!)) → this.carry(this.pathBy(edge)) < this.car … (two.edge[b]!))',
        'if (mostThrough(graph.entering, slot, one.high[a]!) < this.detourLow) return; | mostThrough(graph.entering, slot, one.hi …  this.detourLow → mostThrough(graph.entering, slot, one.hi …  this.detourLow',
        'if (bounds.high < 1) return; | bounds.high < 1 → false',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return; | order === 0 && this.carry(this.pathBy(ed … y(this.detour)) → false',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return; | this.carry(this.pathBy(edge)) <= this.ca … y(this.detour)) → true',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return; | this.carry(this.pathBy(edge)) <= this.ca … y(this.detour)) → this.carry(this.pathBy(edge)) < this.car … y(this.detour))',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return; | this.carry(this.pathBy(edge)) <= this.ca … y(this.detour)) → this.carry(this.pathBy(edge)) > this.car … y(this.detour))',
      ],
    },
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'this.amountLow = exact ? amount : amount * LOW; | amount * LOW → amount / LOW',
        'this.amountHigh = exact ? amount : amount * HIGH; | amount * HIGH → amount / HIGH',
        'const LOW = 1 - ROUNDING; | 1 - ROUNDING → 1 + ROUNDING',
        'const HIGH = 1 + ROUNDING; | 1 + ROUNDING → 1 - ROUNDING',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (nearCount < end - first) { | nearCount < end - first → true',
        'if (nearCount < end - first) { | nearCount < end - first → false',
        'if (nearCount < end - first) { | nearCount < end - first → nearCount <= end - first',
        'if (nearCount < end - first) { | nearCount < end - first → nearCount >= end - first',
        'if (nearCount < end - first) { | end - first → end + first',
        'if (mostThrough(leaving, slot, amountHigh) < one.low[a]!) continue; | mostThrough(leaving, slot, amountHigh) < one.low[a]! → mostThrough(leaving, slot, amountHigh) <= one.low[a]!',
      ],
    },
  ],
  'src/domain/router/search/graph.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'this.vaults = [...vaults].sort((a, b) => (a.contractId < b.contractId ? -1 : 1)); | a.contractId < b.contractId → a.contractId <= b.contractId',
        'const reached = new Set([source]); | [source] → []',
        'if (reached.has(neighbour)) continue; | reached.has(neighbour) → false',
        'edges.sort((a, b) => this.to[a]! - this.to[b]! || a - b); | a - b → a + b',
        'const NO_PROBES: readonly Probe[] = []; | [] → ["Stryker was here"]',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'this.isAllExact = this.vaults.every((_, vault) => this.isExact(2 * vault)); | (_, vault) => this.isExact(2 * vault) → () => undefined',
      ],
    },
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'return vault === undefined ? [] : [2 * vault, 2 * vault + 1]; | vault === undefined → false',
        'return vault === undefined ? [] : [2 * vault, 2 * vault + 1]; | [] → ["Stryker was here"]',
        'return vault === undefined ? [] : [2 * vault, 2 * vault + 1]; | 2 * vault + 1 → 2 * vault - 1',
      ],
    },
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'return rest > 0 ? ((output * curves[2 * slot]!) / rest) * (1 - ROUNDING) : Infinity; | rest > 0 → rest >= 0',
      ],
    },
  ],
  'src/domain/router/search/hop-bounds.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: ['default: | default: return code satisfies never; → default:'],
    },
  ],
  'src/domain/router/search/route-search.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'if (amount === 0) continue; | amount === 0 → false',
        'if (most < this.bestLow) { | most < this.bestLow → most <= this.bestLow',
        'if (most > this.runnerUp) this.runnerUp = most; | most > this.runnerUp → false',
        'if (most > this.runnerUp) this.runnerUp = most; | most > this.runnerUp → most >= this.runnerUp',
        'if (c === source || needed === Infinity) continue; | c === source || needed === Infinity → false',
        'if (c === source || needed === Infinity) continue; | c === source || needed === Infinity → c === source && needed === Infinity',
        'if (c === source || needed === Infinity) continue; | c === source → false',
        'if (c === source || needed === Infinity) continue; | needed === Infinity → false',
        '(order === 0 && forward.carry(this.path(second, third, last)) <= forward.carry(this.bestRoute())) | forward.carry(this.path(second, third, l … is.bestRoute()) → forward.carry(this.path(second, third, l … is.bestRoute())',
      ],
    },
  ],
  'src/domain/router/search/third-hop.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'if (high === 0 || graph.from[second] === source) return; | high === 0 → false',
        'if (bounds.high < 1) return; | bounds.high < 1 → false',
        'if (bounds.high < 1) return; | bounds.high < 1 → bounds.high <= 1',
        'if (order === 0 && forward.carry([...forward.pathBy(second), edge]) <= forward.carry(this.pathTo(c))) | forward.carry([...forward.pathBy(second) … this.pathTo(c)) → forward.carry([...forward.pathBy(second) … this.pathTo(c))',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (mostThrough(entering, slot, two.high[b]!) < floor) continue; | mostThrough(entering, slot, two.high[b]!) < floor → mostThrough(entering, slot, two.high[b]!) <= floor',
      ],
    },
  ],
  'src/domain/router/search/tie-break.ts': [
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        "throw new Error('no route gives the output that the search found'); | 'no route gives the output that the search found' → \"\"",
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | amount < need.otherwise → false',
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | amount < need.otherwise → amount <= need.otherwise',
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | amount < need.otherwise → amount >= need.otherwise',
        'if (slot === graph.firstSlot[token + 1]) break; | slot === graph.firstSlot[token + 1] → false',
        'if (slot === graph.firstSlot[token + 1]) break; | token + 1 → token - 1',
        'if (mostThrough(graph.entering, slot, amountHigh) >= needed) count++; | mostThrough(graph.entering, slot, amountHigh) >= needed → mostThrough(graph.entering, slot, amountHigh) > needed',
        'if (mostThrough(entering, slot, reached[before]!) < needed || before === next) continue; | before === next → false',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | hop === 2 || mostThrough(entering, slot, … ken)) >= needed → true',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | hop === 2 → hop !== 2',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | mostThrough(entering, slot, forward.most … ken)) >= needed → mostThrough(entering, slot, forward.most … oken)) > needed',
        'if (step !== undefined && edge > step) continue; | step !== undefined → true',
        'if (step !== undefined && edge > step) continue; | edge > step → edge >= step',
        'if (needed !== undefined && (known === undefined || needed < known)) needs.set(token, needed); | needed < known → needed <= known',
        'if (token === source || token === target) continue; | token === source || token === target → false',
        'if (token === source || token === target) continue; | token === source || token === target → token === source && token === target',
        'if (token === source || token === target) continue; | token === source → false',
        'if (token === source || token === target) continue; | token === target → false',
        'if (next === source || next === target) continue; | next === source || next === target → false',
        'if (next === source || next === target) continue; | next === source || next === target → next === source && next === target',
        'if (next === source || next === target) continue; | next === source → false',
        'if (next === source || next === target) continue; | next === target → false',
        'if (mostThrough(graph.leaving, slot, one.high[token]!) < atLeast(output)) continue; | mostThrough(graph.leaving, slot, one.hig … atLeast(output) → mostThrough(graph.leaving, slot, one.hig … atLeast(output)',
        'if (needed !== undefined && (least === undefined || needed < least)) least = needed; | needed !== undefined → true',
        'if (needed !== undefined && (least === undefined || needed < least)) least = needed; | needed < least → needed <= least',
        'if (next === need.next) return amount < need.amount ? { ...need, amount } : need; | amount < need.amount → amount <= need.amount',
        'if (amount < need.amount) return { amount, next, otherwise: need.amount }; | amount < need.amount → amount <= need.amount',
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | need.otherwise === undefined || amount < need.otherwise → true',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (mostThrough(entering, slot, reached[before]!) < needed || before === next) continue; | mostThrough(entering, slot, reached[before]!) < needed → mostThrough(entering, slot, reached[before]!) <= needed',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | hop === 2 → false',
        'if (needed === undefined || mostThrough(graph.leaving, slot, most) < atLeast(needed)) continue; | mostThrough(graph.leaving, slot, most) < atLeast(needed) → mostThrough(graph.leaving, slot, most) <= atLeast(needed)',
        'if (mostThrough(graph.entering, slot, two.high[token]!) < least) continue; | mostThrough(graph.entering, slot, two.high[token]!) < least → mostThrough(graph.entering, slot, two.high[token]!) <= least',
      ],
    },
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'const most = Number(amount) * (1 + ROUNDING); | Number(amount) * (1 + ROUNDING) → Number(amount) / (1 + ROUNDING)',
        'const most = Number(amount) * (1 + ROUNDING); | 1 + ROUNDING → 1 - ROUNDING',
      ],
    },
  ],
  'src/domain/router/slippage.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'const SHORTEST_NUMBER = /^(\\d+)(?:\\.(\\d+))?(?:e-(\\d+))?$/; | /^(\\d+)(?:\\.(\\d+))?(?:e-(\\d+))?$/ → /^(\\d+)(?:\\.(\\d+))?(?:e-(\\d+))?/',
        'const SHORTEST_NUMBER = /^(\\d+)(?:\\.(\\d+))?(?:e-(\\d+))?$/; | /^(\\d+)(?:\\.(\\d+))?(?:e-(\\d+))?$/ → /^(\\d)(?:\\.(\\d+))?(?:e-(\\d+))?$/',
        "const [, whole = '', places = '', exponent = '0'] = digits; | '' → \"Stryker was here!\"",
        "const [, whole = '', places = '', exponent = '0'] = digits; | '0' → \"\"",
      ],
    },
  ],
  'src/domain/vault/bitflow-xyk.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'const isPart = protocolFeePpm !== undefined && protocolFeePpm <= feePpm && isPoints(protocolFeePpm); | protocolFeePpm !== undefined → true',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'let least = needed < 2n ? 0n : ceilDivide((needed - 2n) * POINTS, kept); | needed < 2n → needed <= 2n',
        'return amountIn * POINTS > U128_MAX || dx * y > U128_MAX || x + amountIn > U128_MAX; | amountIn * POINTS > U128_MAX → amountIn * POINTS >= U128_MAX',
        'if (amount === 0n) return 0n; | amount === 0n → false',
        'return here > before ? here : before; | here > before → here >= before',
      ],
    },
    {
      reason:
        'The bound becomes looser or is computed in another way, and still holds: whole numbers decide.',
      mutants: [
        'if (high < EXACT) { | high < EXACT → true',
        'if (high < EXACT) { | high < EXACT → high <= EXACT',
        'out.dxLow = low === high ? out.dxHigh : mostLeftOf(low, protocol, provider); | low === high → false',
        'out.dxLow = Math.floor(low * kept * LOW); | low * kept * LOW → low * kept / LOW',
        'out.dxHigh = Math.floor((high * kept + 2) * HIGH); | (high * kept + 2) * HIGH → (high * kept + 2) / HIGH',
        'out.dxHigh = Math.floor((high * kept + 2) * HIGH); | high * kept + 2 → high * kept - 2',
      ],
    },
  ],
  'src/domain/vault/pool.ts': [
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'curve: (x, y, kept) => (x === 0 || kept === 0 ? [1, 0] : [(x * 1e6) / kept, y * HIGH]), | kept === 0 → false',
        'x === 0n || y === 0n ? 0n : (dx * y) / (x + dx); | y === 0n → false',
      ],
    },
    {
      reason:
        'The bound becomes looser or is computed in another way, and still holds: whole numbers decide.',
      mutants: [
        'curve: (x, y, kept) => (x === 0 || kept === 0 ? [1, 0] : [(x * 1e6) / kept, y * HIGH]), | x * 1e6 → x / 1e6',
        'if (high < EXACT) { | high < EXACT → true',
        'if (high < EXACT) { | high < EXACT → false',
        'if (high < EXACT) { | high < EXACT → high <= EXACT',
        'if (high < EXACT) { | high < EXACT → high >= EXACT',
        'out.dxLow = low === high ? out.dxHigh : afterFee(low, kept); | low === high → false',
        'const most = dxLow === dxHigh ? least : (dxHigh * y) / (x + dxHigh); | dxLow === dxHigh → false',
        'const most = dxLow === dxHigh ? least : (dxHigh * y) / (x + dxHigh); | dxLow === dxHigh → false',
      ],
    },
  ],
  'src/domain/vault/probes.ts': [
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (before !== undefined) return before; | before !== undefined → false',
        'known.set(probes, bounds); | known.set(probes, bounds); → ;',
      ],
    },
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'const without = probes.flatMap(({ amountIn, amountOut }) => (amountOut === 0n ? [amountIn] : [])); | [] → ["Stryker was here"]',
        'const amount = refusedFrom !== undefined && amountIn >= refusedFrom ? refusedFrom - 1n : amountIn; | refusedFrom !== undefined → true',
        'if (refusedFrom !== undefined && least >= refusedFrom) return probed; | refusedFrom !== undefined → true',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'const nothingUpTo = without.findLast((amountIn) => amountIn < last) ?? 0n; | amountIn < last → amountIn <= last',
        'refusedFrom: without.find((amountIn) => amountIn > last), | amountIn > last → amountIn >= last',
        '(probe) => probe.amountIn > nothingUpTo && probe.amountOut >= amountOut, | probe.amountIn > nothingUpTo → true',
        '(probe) => probe.amountIn > nothingUpTo && probe.amountOut >= amountOut, | probe.amountIn > nothingUpTo → probe.amountIn >= nothingUpTo',
        'const place = others.findIndex(({ amountIn }) => amountIn > probe.amountIn); | amountIn > probe.amountIn → amountIn >= probe.amountIn',
        'const min = (a: bigint, b: bigint): bigint => (a < b ? a : b); | a < b → a <= b',
        'const max = (a: bigint, b: bigint): bigint => (a > b ? a : b); | a > b → a >= b',
      ],
    },
    {
      reason:
        'The bound becomes looser or is computed in another way, and still holds: whole numbers decide.',
      mutants: [
        'if (smallest === undefined || towards(amountIn, rounding) <= Number(nothingUpTo)) return 0; | towards(amountIn, rounding) <= Number(nothingUpTo) → towards(amountIn, rounding) < Number(nothingUpTo)',
        'const isWithin = towards(amount, rounding) <= Number(probe.amountIn); | towards(amount, rounding) <= Number(probe.amountIn) → towards(amount, rounding) < Number(probe.amountIn)',
        'const isBeyond = Number(probe.amountIn) <= amount * rounding; | Number(probe.amountIn) <= amount * rounding → Number(probe.amountIn) < amount * rounding',
      ],
    },
  ],
  'src/domain/vault/quoted.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'quote: (_vault, { y, probes = [] }, amountIn) => ({ dx: amountIn, dy: ceilingOf(probes, y, amountIn) }), | [] → ["Stryker was here"]',
        'ceiling: (_vault, { y, probes = [] }, amountIn) => ceilingOf(probes, y, amountIn), | [] → ["Stryker was here"]',
        'leastInput: (_vault, { y, probes = [] }, amountOut) => leastFor(probes, y, amountOut), | [] → ["Stryker was here"]',
        'rateKept(_vault, { probes = [] }, dx, dy) { | [] → ["Stryker was here"]',
      ],
    },
  ],
  'src/domain/vault/velar.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'if (amountIn === 0n || least === undefined || tooMuch === undefined) return undefined; | amountIn === 0n || least === undefined → false',
        'if (amountIn === 0n || least === undefined || tooMuch === undefined) return undefined; | amountIn === 0n || least === undefined → amountIn === 0n && least === undefined',
        'if (amountIn === 0n || least === undefined || tooMuch === undefined) return undefined; | amountIn === 0n → false',
        'if (amountIn === 0n || least === undefined || tooMuch === undefined) return undefined; | least === undefined → false',
      ],
    },
  ],
};
