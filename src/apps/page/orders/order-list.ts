import { batch, signal } from '@preact/signals';
import type { Client, Order } from '../../../sdk/client/index.js';
import { PLATFORM } from '../../../sdk/client/transport/system.js';
import { hasEnded } from '../../../sdk/words/order.js';
import { problemOf, type Problem } from '../live/problem.js';
import { isVisible } from '../live/visible.js';
import { updatesWhileSeen } from '../live/while-seen.js';
import { readerNow, readFreely } from '../wallet/owner-reads.js';
import { withFirst, withOrder, withPage, type ListState } from './merge.js';
import { isShown, requestOf, type OrderFilters } from './order-query.js';

const AGAIN_MS = 15_000;
const RETRY_MS = 5_000;
/** Pause before the list is read again, ms: the orders of a plan arrive together. */
const SOON_MS = 300;

/** Orders that match some filters, page by page, kept up to date: those of one owner by stream, those of all owners by polling. */
export class OrderList {
  readonly orders = signal<readonly Order[] | undefined>(undefined);
  /** Total number of orders that match; undefined before the first page. */
  readonly total = signal<number | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly isLoading = signal(false);
  /** Whether changes are shown at once. */
  readonly isLive = signal(false);
  /** Reason why changes are not shown at once; undefined while they are, or are about to be. */
  readonly liveProblem = signal<Problem | undefined>(undefined);
  /** Cursor of the next page. */
  #cursor: string | undefined;
  #renewing: ReturnType<typeof setTimeout> | undefined;
  readonly #ended = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly filters: OrderFilters,
    /** Owner of the orders; all owners if absent. */
    private readonly owner: string | undefined,
  ) {}

  /** Reads the first page and follows changes until {@link end}. */
  begin(): void {
    void this.more();
    void (this.owner === undefined ? this.#lookAgain() : this.#follow(this.owner));
  }

  end(): void {
    this.#ended.abort();
  }

  get #state(): ListState {
    return { sort: this.filters.sort, isWhole: !this.hasMore };
  }

  get hasMore(): boolean {
    return this.orders.peek() === undefined || this.#cursor !== undefined;
  }

  /** Reads the next page. Does nothing while a page is being read, or if there is none. */
  async more(): Promise<void> {
    if (this.isLoading.peek() || !this.hasMore) return;
    this.isLoading.value = true;
    this.problem.value = undefined;
    try {
      const page = await this.#page(this.#cursor);
      this.#cursor = page.nextCursor;
      batch(() => {
        this.orders.value = withPage(this.orders.peek() ?? [], page.items);
        this.total.value = page.total;
      });
    } catch (error) {
      if (!this.#ended.signal.aborted) this.problem.value = problemOf(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Reads the first page again. */
  async renew(): Promise<void> {
    const { items, total } = await this.#page(undefined);
    if (this.orders.peek() === undefined) return;
    batch(() => {
      this.orders.value = withFirst(this.orders.peek() ?? [], items, this.#state);
      this.total.value = total;
    });
  }

  #page(cursor: string | undefined) {
    const { signal } = this.#ended;
    const query = { ...requestOf(this.filters, this.owner), limit: 50, cursor };
    if (this.owner === undefined) return this.client.orders.list(query, { by: 'anyone', signal });
    return readFreely((by) => this.client.orders.list(query, { by, signal }));
  }

  /** Follows the owner's orders. The stream names them by handle, so reconnecting never involves the wallet. */
  async #follow(owner: string): Promise<void> {
    const { signal } = this.#ended;
    const fail = (error: unknown) => {
      this.isLive.value = false;
      this.liveProblem.value = problemOf(error);
    };
    const onLive = () => {
      this.isLive.value = true;
      this.liveProblem.value = undefined;
      // Repeats a reading that failed while the server was down.
      if (this.problem.peek()?.isOffline !== true) return;
      this.problem.value = undefined;
      void this.more();
    };
    while (!signal.aborted)
      try {
        for await (const update of updatesWhileSeen(
          this.client,
          { owner },
          { signal, onTrouble: fail, onLive },
        ))
          if (update.type !== 'synced') this.#take(update.order, update.type === 'event');
      } catch (error) {
        if (signal.aborted) return;
        fail(error);
        await PLATFORM.pause(RETRY_MS, signal);
      }
  }

  #take(order: Order, isNews: boolean): void {
    const before = this.orders.peek();
    if (before === undefined) return;
    const isOver = this.filters.tab === 'open' && hasEnded(order);
    const after = isOver
      ? before.filter((one) => !isSame(order)(one))
      : withOrder(before, order, isNews && isShown(order, this.filters), this.#state);
    const added = after.length - before.length;
    const isElsewhere = isNews && this.filters.sort !== 'newest' && !after.some(isSame(order));
    if (isElsewhere || (added > 0 && readerNow() === 'wallet')) this.#renewSoon();
    batch(() => {
      this.orders.value = after;
      if (added !== 0) this.total.value = (this.total.peek() ?? 0) + added;
    });
  }

  /** Reads the first page again soon, for what streams omit: uuids of new orders for their owner, and totals including later pages. */
  #renewSoon(): void {
    if (this.#renewing !== undefined) return;
    this.#renewing = setTimeout(() => {
      this.#renewing = undefined;
      if (!this.#ended.signal.aborted)
        this.renew().catch((error: unknown) => (this.problem.value = problemOf(error)));
    }, SOON_MS);
  }

  async #lookAgain(): Promise<void> {
    const { signal } = this.#ended;
    for (;;) {
      await PLATFORM.pause(AGAIN_MS, signal);
      if (signal.aborted) return;
      if (!isVisible()) continue;
      try {
        if (this.orders.peek() === undefined) await this.more();
        else await this.renew();
        if (this.orders.peek() !== undefined) this.problem.value = undefined;
      } catch (error) {
        if (signal.aborted) return;
        this.problem.value = problemOf(error);
      }
    }
  }
}

const isSame =
  ({ handle }: Order) =>
  (order: Order) =>
    order.handle === handle;
