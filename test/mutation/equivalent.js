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
  'src/domain/order/terms/draft-fields.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        "const uuid = typeof raw === 'string' ? raw.toLowerCase() : ''; | '' → \"Stryker was here!\"",
        "const [, rs, v = ''] = (typeof raw === 'string' ? SIGNATURE.exec(raw.toLowerCase()) : null) ?? []; | '' → \"Stryker was here!\"",
        "const [, rs, v = ''] = (typeof raw === 'string' ? SIGNATURE.exec(raw.toLowerCase()) : null) ?? []; | [] → [\"Stryker was here\"]",
        'if (!object.ok) return object; | !object.ok → false',
        'const names = Array.isArray(value) ? [] : Object.keys(value); | [] → ["Stryker was here"]',
      ],
    },
  ],
  'src/domain/order/terms/draft.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        "if (problems.length > 0 || draft.uuid === undefined) return err({ kind: 'invalid-order', problems }); | draft.uuid === undefined → false",
        "if (validTo !== undefined && validTo <= now) problem('validTo', 'must be in the future'); | validTo !== undefined → true",
        'else if (validFrom !== undefined && validTo !== undefined && validFrom >= validTo) { | validFrom !== undefined && validTo !== undefined → true',
        'else if (validFrom !== undefined && validTo !== undefined && validFrom >= validTo) { | validFrom !== undefined && validTo !== undefined → validFrom !== undefined || validTo !== undefined',
        'else if (validFrom !== undefined && validTo !== undefined && validFrom >= validTo) { | validFrom !== undefined → true',
        'else if (validFrom !== undefined && validTo !== undefined && validFrom >= validTo) { | validTo !== undefined → true',
      ],
    },
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'else if (oco && !strategy?.strategyId) | strategy?.strategyId → strategy.strategyId',
        "(name) => name !== 'oco' && closestName(name, ['oco'], () => 0) !== undefined, | () => 0 → () => undefined",
        'for (const name of keepsMistyped ? [] : Object.keys(extra)) { | [] → ["Stryker was here"]',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a)); | b.bytes > a.bytes → b.bytes >= a.bytes',
      ],
    },
  ],
  'src/domain/order/terms/never-runs.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'const opens = validFrom !== undefined && validFrom > now ? validFrom : now; | validFrom !== undefined → true',
        'const opens = validFrom !== undefined && validFrom > now ? validFrom : now; | validFrom > now → validFrom >= now',
        'if (validTo !== undefined && validTo > opens && validTo.getTime() - opens.getTime() < SHORTEST_WINDOW_MS) | validTo !== undefined → true',
      ],
    },
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        "const base = known.type === 'SUBNET' ? known.base : undefined; | known.type === 'SUBNET' → true",
      ],
    },
  ],
  'src/domain/order/terms/order-record.ts': [
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        "if (createdAt !== undefined && createdAt > now) fields.problem('createdAt', 'must not be in the future'); | createdAt !== undefined → true",
        'if (problems.length > 0 || !draft.ok || status === undefined || createdAt === undefined) | status === undefined → false',
        'if (problems.length > 0 || !draft.ok || status === undefined || createdAt === undefined) | createdAt === undefined → false',
      ],
    },
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: ["const txid = parseTxid(typeof raw === 'string' ? raw : ''); | '' → \"Stryker was here!\""],
    },
  ],
  'src/domain/order/terms/plan.ts': [
    {
      reason: 'Only an order or status of that kind has the field that is compared next.',
      mutants: [
        "order.status === 'confirmed' && !isPast(order) ? order : {}; | order.status === 'confirmed' && !isPast(order) → true",
        "order.status === 'confirmed' && !isPast(order) ? order : {}; | order.status === 'confirmed' && !isPast(order) → order.status === 'confirmed' || !isPast(order)",
        "order.status === 'confirmed' && !isPast(order) ? order : {}; | order.status === 'confirmed' → true",
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum); | a < b → a <= b',
      ],
    },
  ],
  'src/domain/order/terms/token-pair.ts': [
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        "const [first, second, ...others] = typeof raw === 'string' ? raw.split(',') : []; | [] → [\"Stryker was here\"]",
      ],
    },
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'if (first === undefined || second === undefined || others.length > 0) | first === undefined → false',
      ],
    },
  ],
  'src/domain/router/best-route.ts': [
    {
      reason: 'An unknown token has no vaults, so the search finds nothing; the check is for the compiler.',
      mutants: [
        'return source !== undefined && target !== undefined && this.graph.joins(source, target, MAX_HOPS); | target !== undefined → true',
        'if (source === undefined || target === undefined) return false; | target === undefined → false',
        'if (source === undefined) return routes; | source === undefined → false',
        'const path = target === undefined ? [] : fanOut.routeTo(target); | [] → ["Stryker was here"]',
        'const route = target === undefined ? undefined : this.exactly(path, source, target, amount); | target === undefined → false',
        'if (source === undefined || target === undefined || source === target) return undefined; | source === undefined || target === undefined → false',
        'if (source === undefined || target === undefined || source === target) return undefined; | source === undefined || target === undefined → source === undefined && target === undefined',
        'if (source === undefined || target === undefined || source === target) return undefined; | source === undefined → false',
        'if (source === undefined || target === undefined || source === target) return undefined; | target === undefined → false',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
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
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'if (before !== undefined && (need === undefined || before < need)) need = before; | before !== undefined → true',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'if (before !== undefined && (need === undefined || before < need)) need = before; | before < need → before <= need',
      ],
    },
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: ['while (best.amountOut < ceiling) { | best.amountOut < ceiling → best.amountOut <= ceiling'],
    },
  ],
  'src/domain/router/search/fan-out.ts': [
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (mostThrough(graph.entering, slot, first.most) < toBeat) continue; | mostThrough(graph.entering, slot, first.most) < toBeat → false',
        'if (best === undefined || !this.passes(best, avoided)) return best; | best === undefined → false',
        'const toBeat = paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1; | paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1 → paths[TWO_HOP_PATHS - 1]?.toBeat && 1',
        'const toBeat = paths[TWO_HOP_PATHS - 1]?.toBeat ?? 1; | TWO_HOP_PATHS - 1 → TWO_HOP_PATHS + 1',
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
    {
      reason:
        'A bound exceeds what it bounds by a margin, so one that only equals what is needed cannot reach it.',
      mutants: [
        'if (mostThrough(graph.entering, slot, first.most) < toBeat) continue; | mostThrough(graph.entering, slot, first.most) < toBeat → mostThrough(graph.entering, slot, first.most) <= toBeat',
        'if (bound === undefined || mostThrough(graph.entering, slot, bound.most) < toBeat) continue; | mostThrough(graph.entering, slot, bound.most) < toBeat → mostThrough(graph.entering, slot, bound.most) <= toBeat',
        'if (path === undefined || mostThrough(graph.entering, slot, path.most) < toBeat) continue; | mostThrough(graph.entering, slot, path.most) < toBeat → mostThrough(graph.entering, slot, path.most) <= toBeat',
      ],
    },
    {
      reason: 'Of two paths with the same amount either serves: ties are broken afterwards.',
      mutants: [
        'if (path === undefined || path === known) continue; | path === undefined || path === known → path === undefined && path === known',
        'if (path === undefined || path === known) continue; | path === undefined → false',
        'if (path === undefined || path === known) continue; | path === known → false',
        'const place = paths.findIndex(({ amount }) => amount < path.amount); | amount < path.amount → amount <= path.amount',
      ],
    },
  ],
  'src/domain/router/search/forward-search.ts': [
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'this.amountLow = exact ? amount : amount * LOW; | amount * LOW → amount / LOW',
        'this.amountHigh = exact ? amount : amount * HIGH; | amount * HIGH → amount / HIGH',
        'const LOW = 1 - ROUNDING; | 1 - ROUNDING → 1 + ROUNDING',
        'const HIGH = 1 + ROUNDING; | 1 + ROUNDING → 1 - ROUNDING',
        'const exact = amountIn < EXACT; | amountIn < EXACT → true',
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
        'if (this.graph.from[two.edge[token]!] !== avoided) return two.high[token]!; | this.graph.from[two.edge[token]!] !== avoided → true',
      ],
    },
    {
      reason: 'A typed array ignores what is written beyond its end.',
      mutants: [
        'if (token < this.low.length) this.low[token] = Infinity; | token < this.low.length → true',
        'if (token < this.low.length) this.low[token] = Infinity; | token < this.low.length → token <= this.low.length',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: ['const exact = amountIn < EXACT; | amountIn < EXACT → amountIn <= EXACT'],
    },
    {
      reason:
        'No amount, or the amount of a token without a label, is rejected again where it is bounded or compared.',
      mutants: [
        'if (a !== avoided && this.one.high[a]! > 0) this.tryDetour(a, slot); | this.one.high[a]! > 0 → true',
        'if (a !== avoided && this.one.high[a]! > 0) this.tryDetour(a, slot); | this.one.high[a]! > 0 → this.one.high[a]! >= 0',
        'if (bounds.high < 1) return; | bounds.high < 1 → false',
        'if (bounds.high < 1) return; | bounds.high < 1 → false',
      ],
    },
    {
      reason:
        'A bound exceeds what it bounds by a margin, so one that only equals what is needed cannot reach it.',
      mutants: [
        'if (mostThrough(leaving, slot, amountHigh) < one.low[a]!) continue; | mostThrough(leaving, slot, amountHigh) < one.low[a]! → mostThrough(leaving, slot, amountHigh) <= one.low[a]!',
        'if (mostThrough(leaving, slot, amount) >= low[b]!) this.labelSecond(a, b, graph.edge[slot]!); | mostThrough(leaving, slot, amount) >= low[b]! → mostThrough(leaving, slot, amount) > low[b]!',
        'if (mostThrough(graph.entering, slot, one.high[a]!) < this.detourLow) return; | mostThrough(graph.entering, slot, one.hi …  this.detourLow → mostThrough(graph.entering, slot, one.hi …  this.detourLow',
      ],
    },
    {
      reason: 'Of two paths with the same amount either serves: ties are broken afterwards.',
      mutants: [
        'if (order < 0 || (order === 0 && this.carry([edge]) <= this.carry([one.edge[a]!]))) continue; | this.carry([edge]) <= this.carry([one.edge[a]!]) → this.carry([edge]) < this.carry([one.edge[a]!])',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(two.edge[b]!))) return; | this.carry(this.pathBy(edge)) <= this.ca … (two.edge[b]!)) → this.carry(this.pathBy(edge)) < this.car … (two.edge[b]!))',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return; | this.carry(this.pathBy(edge)) <= this.ca … y(this.detour)) → this.carry(this.pathBy(edge)) < this.car … y(this.detour))',
      ],
    },
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'for (let slot = graph.slotOf(b, a); slot < end; slot++) { | slot < end → slot <= end',
        'this.findDetour(token, avoided); | this.findDetour(token, avoided); → ;',
        'if (bounds.high < 1) return; | bounds.high < 1 → bounds.high <= 1',
        'if (order === 0 && this.carry(this.pathBy(edge)) <= this.carry(this.pathBy(this.detour))) return; | order === 0 && this.carry(this.pathBy(ed … y(this.detour)) → false',
      ],
    },
  ],
  'src/domain/router/search/graph.ts': [
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'this.isAllExact = this.vaults.every((_, vault) => this.isExact(2 * vault)); | (_, vault) => this.isExact(2 * vault) → () => undefined',
        'if (reached.has(neighbour)) continue; | reached.has(neighbour) → false',
      ],
    },
    {
      reason: 'No value that reaches this line tells the two apart.',
      mutants: [
        'return vault === undefined ? [] : [2 * vault, 2 * vault + 1]; | vault === undefined → false',
        'return vault === undefined ? [] : [2 * vault, 2 * vault + 1]; | [] → ["Stryker was here"]',
        'return vault === undefined ? [] : [2 * vault, 2 * vault + 1]; | 2 * vault + 1 → 2 * vault - 1',
        'const NO_PROBES: readonly Probe[] = []; | [] → ["Stryker was here"]',
      ],
    },
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'return rest > 0 ? ((output * curves[2 * slot]!) / rest) * (1 - ROUNDING) : Infinity; | rest > 0 → rest >= 0',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'this.vaults = [...vaults].sort((a, b) => (a.contractId < b.contractId ? -1 : 1)); | a.contractId < b.contractId → a.contractId <= b.contractId',
      ],
    },
  ],
  'src/domain/router/search/hop-bounds.ts': [
    {
      reason: 'Without it the compiler does not see that every case is handled; no value gets here.',
      mutants: ['default: | default: return code satisfies never; → default:'],
    },
  ],
  'src/domain/router/search/route-search.ts': [
    {
      reason:
        'No amount, or the amount of a token without a label, is rejected again where it is bounded or compared.',
      mutants: [
        'if (c === source || needed === Infinity) continue; | c === source || needed === Infinity → false',
        'if (c === source || needed === Infinity) continue; | c === source || needed === Infinity → c === source && needed === Infinity',
        'if (c === source || needed === Infinity) continue; | c === source → false',
        'if (c === source || needed === Infinity) continue; | needed === Infinity → false',
        'if (amount === 0) continue; | amount === 0 → false',
      ],
    },
    {
      reason:
        'A bound exceeds what it bounds by a margin, so one that only equals what is needed cannot reach it.',
      mutants: [
        'if (mostThrough(entering, slot, amount) < this.bestLow) continue; | mostThrough(entering, slot, amount) < this.bestLow → mostThrough(entering, slot, amount) <= this.bestLow',
      ],
    },
    {
      reason: 'Of two paths with the same amount either serves: ties are broken afterwards.',
      mutants: [
        '(order === 0 && forward.carry(this.path(second, third, last)) <= forward.carry(this.bestRoute())) | forward.carry(this.path(second, third, l … is.bestRoute()) → forward.carry(this.path(second, third, l … is.bestRoute())',
      ],
    },
    {
      reason: 'The replaced route gives less: if it counts, ties are looked for in vain.',
      mutants: [
        'this.runnerUp = Math.max(this.runnerUp, this.bestHigh); | Math.max(this.runnerUp, this.bestHigh) → Math.min(this.runnerUp, this.bestHigh)',
      ],
    },
  ],
  'src/domain/router/search/third-hop.ts': [
    {
      reason:
        'A bound exceeds what it bounds by a margin, so one that only equals what is needed cannot reach it.',
      mutants: [
        'if (mostThrough(entering, slot, two.high[b]!) < floor) continue; | mostThrough(entering, slot, two.high[b]!) < floor → mostThrough(entering, slot, two.high[b]!) <= floor',
      ],
    },
    {
      reason:
        'No amount, or the amount of a token without a label, is rejected again where it is bounded or compared.',
      mutants: [
        'if (high === 0 || graph.from[second] === source) return; | high === 0 → false',
        'if (bounds.high < 1) return; | bounds.high < 1 → false',
      ],
    },
    {
      reason: 'Of two paths with the same amount either serves: ties are broken afterwards.',
      mutants: [
        'if (order === 0 && forward.carry([...forward.pathBy(second), edge]) <= forward.carry(this.pathTo(c))) | forward.carry([...forward.pathBy(second) … this.pathTo(c)) → forward.carry([...forward.pathBy(second) … this.pathTo(c))',
      ],
    },
  ],
  'src/domain/router/search/tie-break.ts': [
    {
      reason:
        'It only keeps the search from trying what cannot win, or takes a quicker way: what is tried is compared exactly afterwards.',
      mutants: [
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | hop === 2 → false',
        'if (slot === graph.firstSlot[token + 1]) break; | slot === graph.firstSlot[token + 1] → false',
        'if (slot === graph.firstSlot[token + 1]) break; | token + 1 → token - 1',
        'if (mostThrough(entering, slot, reached[before]!) < needed || before === next) continue; | before === next → false',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | hop === 2 || mostThrough(entering, slot, … ken)) >= needed → true',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | hop === 2 → hop !== 2',
      ],
    },
    {
      reason: 'One of several margins for the rounding of doubles, each of which covers it alone.',
      mutants: [
        'const most = Number(amount) * (1 + ROUNDING); | Number(amount) * (1 + ROUNDING) → Number(amount) / (1 + ROUNDING)',
        'const most = Number(amount) * (1 + ROUNDING); | 1 + ROUNDING → 1 - ROUNDING',
      ],
    },
    {
      reason: 'A default or a text that nothing reads.',
      mutants: [
        "throw new Error('no route gives the output that the search found'); | 'no route gives the output that the search found' → \"\"",
      ],
    },
    {
      reason:
        'A bound exceeds what it bounds by a margin, so one that only equals what is needed cannot reach it.',
      mutants: [
        'if (mostThrough(graph.entering, slot, amountHigh) >= needed) count++; | mostThrough(graph.entering, slot, amountHigh) >= needed → mostThrough(graph.entering, slot, amountHigh) > needed',
        'if (mostThrough(entering, slot, reached[before]!) < needed || before === next) continue; | mostThrough(entering, slot, reached[before]!) < needed → mostThrough(entering, slot, reached[before]!) <= needed',
        'if (hop === 2 || mostThrough(entering, slot, forward.mostAvoiding(before, token)) >= needed) count++; | mostThrough(entering, slot, forward.most … ken)) >= needed → mostThrough(entering, slot, forward.most … oken)) > needed',
        'if (needed === undefined || mostThrough(graph.leaving, slot, most) < atLeast(needed)) continue; | mostThrough(graph.leaving, slot, most) < atLeast(needed) → mostThrough(graph.leaving, slot, most) <= atLeast(needed)',
        'if (mostThrough(graph.entering, slot, two.high[token]!) < least) continue; | mostThrough(graph.entering, slot, two.high[token]!) < least → mostThrough(graph.entering, slot, two.high[token]!) <= least',
        'if (mostThrough(graph.leaving, slot, one.high[token]!) < atLeast(output)) continue; | mostThrough(graph.leaving, slot, one.hig … atLeast(output) → mostThrough(graph.leaving, slot, one.hig … atLeast(output)',
      ],
    },
    {
      reason: 'Compared with undefined the rest is false, or the same: the check is for the compiler.',
      mutants: [
        'if (step !== undefined && edge > step) continue; | step !== undefined → true',
        'if (needed !== undefined && (least === undefined || needed < least)) least = needed; | needed !== undefined → true',
      ],
    },
    {
      reason: 'At the boundary both ways give the same value.',
      mutants: [
        'if (step !== undefined && edge > step) continue; | edge > step → edge >= step',
        'if (needed !== undefined && (known === undefined || needed < known)) needs.set(token, needed); | needed < known → needed <= known',
        'if (needed !== undefined && (least === undefined || needed < least)) least = needed; | needed < least → needed <= least',
        'if (next === need.next) return amount < need.amount ? { ...need, amount } : need; | amount < need.amount → amount <= need.amount',
        'if (amount < need.amount) return { amount, next, otherwise: need.amount }; | amount < need.amount → amount <= need.amount',
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | amount < need.otherwise → amount <= need.otherwise',
      ],
    },
    {
      reason: 'Read, but neither killed nor proven to behave alike.',
      mutants: [
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | need.otherwise === undefined || amount < need.otherwise → true',
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | amount < need.otherwise → false',
        'return need.otherwise === undefined || amount < need.otherwise ? { ...need, otherwise: amount } : need; | amount < need.otherwise → amount >= need.otherwise',
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
