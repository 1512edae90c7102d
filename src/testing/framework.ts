import { format } from 'node:util';

type Work = () => unknown;

/** Assertion function of the contracts: `expect` of Jest or Vitest, or that of the package `expect`. */
export interface Expect {
  (value: unknown): Matchers;
  arrayContaining(values: readonly unknown[]): unknown;
}

/** The matchers that the contracts use. */
export interface Matchers extends PlainMatchers {
  readonly not: PlainMatchers;
  readonly rejects: AsyncMatchers;
  readonly resolves: AsyncMatchers;
}

/** Matchers of a value, without their negation. */
export interface PlainMatchers {
  toBe(value: unknown): void;
  toBeDefined(): void;
  toBeUndefined(): void;
  toBeGreaterThan(value: number): void;
  toBeLessThanOrEqual(value: number): void;
  toContain(value: unknown): void;
  toEqual(value: unknown): void;
  toStrictEqual(value: unknown): void;
  toMatchObject(value: object): void;
  toHaveLength(length: number): void;
  toThrow(value?: unknown): void;
}

/** Matchers of a promise's value or error. */
export type AsyncMatchers = {
  readonly [K in keyof PlainMatchers]: (...args: Parameters<PlainMatchers[K]>) => Promise<void>;
};

/**
 * The test runner with which the contracts register their tests: Jest, Vitest or node:test. In node:test, `beforeAll` and
 * `afterAll` are named `before` and `after`.
 */
export interface TestFramework {
  readonly describe: (title: string, tests: () => void) => unknown;
  readonly it: (title: string, test: () => Promise<void>) => unknown;
  readonly beforeAll: (work: () => Promise<void>) => unknown;
  readonly beforeEach: (work: () => Promise<void>) => unknown;
  readonly afterAll: (work: () => Promise<void>) => unknown;
  readonly expect: Expect;
}

let current: TestFramework | undefined;

/** Chooses the test runner of all contracts in this process. By default they use the global names. */
export function useFramework(framework: TestFramework): void {
  current = framework;
}

function framework(): TestFramework {
  const found: object = current ?? globalThis;
  if (isFramework(found)) return found;
  throw new Error(
    'the contracts need a test runner: pass one, or run them where `describe` and `expect` are global',
  );
}

const isFramework = (found: object): found is TestFramework => 'describe' in found && 'expect' in found;

const inPromise = (work: Work) => async () => void (await work());

export const describe = (title: string, tests: () => void): void => void framework().describe(title, tests);
export const beforeAll = (work: Work): void => void framework().beforeAll(inPromise(work));
export const beforeEach = (work: Work): void => void framework().beforeEach(inPromise(work));
export const afterAll = (work: Work): void => void framework().afterAll(inPromise(work));

export const expect: Expect = Object.assign((value: unknown) => framework().expect(value), {
  arrayContaining: (values: readonly unknown[]) => framework().expect.arrayContaining(values),
});

interface It {
  (title: string, test: Work): void;
  /** Registers one test per case. In the title, %s is replaced by an item of an array, and $name by a property of an object. */
  each<T extends readonly unknown[] | readonly [unknown]>(
    cases: readonly T[],
  ): (title: string, test: (...parts: [...T]) => unknown) => void;
  each<T extends object>(cases: readonly T[]): (title: string, test: (each: T) => unknown) => void;
}

export const it: It = Object.assign(
  (title: string, test: Work): void => void framework().it(title, inPromise(test)),
  {
    each:
      (cases: readonly unknown[]) =>
      (title: string, test: (...parts: never[]) => unknown): void => {
        for (const each of cases) {
          const parts: readonly unknown[] = Array.isArray(each) ? each : [each];
          it(titleOf(title, each), () => test(...(parts as never[])));
        }
      },
  },
);

function titleOf(title: string, each: unknown): string {
  const places = title.match(/%[sdijoO]/g)?.length ?? 0;
  if (Array.isArray(each)) return format(title, ...(each as unknown[]).slice(0, places));
  return title.replace(/\$(\w+)/g, (_, name: string) =>
    String((each as Readonly<Record<string, unknown>>)[name]),
  );
}
