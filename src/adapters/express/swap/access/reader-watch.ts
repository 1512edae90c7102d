import type { Core } from '../../../../application/core.js';
import type { ApiKeyId } from '../../../../domain/api-key/api-key.js';
import type { EventStream } from '../../streams/event-stream.js';
import type { EventStreams } from '../../streams/event-streams.js';

const CHECK_SECONDS = 60;
/** Seconds for which a stream shows uuids after one proof by the wallet. */
const PROOF_SECONDS = 3_600;

/**
 * Ends the streams of readers who may no longer be the owner. A stream opened with an API key ends within a minute after the key is
 * revoked or expires, one opened by a wallet an hour after the wallet's proof.
 */
export class ReaderWatch {
  private readonly byKey = new Map<ApiKeyId, Set<EventStream>>();
  private readonly proven = new Map<EventStream, number>();
  private second = 0;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly apiKeys: Pick<Core['apiKeys'], 'isActive'>,
    events: EventStreams,
  ) {
    events.onSecond((second) => {
      this.second = second;
      if (second % CHECK_SECONDS === 0) this.check();
    });
  }

  byProof(stream: EventStream): void {
    this.proven.set(stream, this.second + PROOF_SECONDS);
    stream.onClose(() => this.proven.delete(stream));
  }

  withKey(stream: EventStream, key: ApiKeyId): void {
    const there = this.byKey.get(key) ?? new Set();
    this.byKey.set(key, there.add(stream));
    stream.onClose(() => {
      there.delete(stream);
      if (there.size === 0) this.byKey.delete(key);
    });
  }

  private check(): void {
    for (const [stream, until] of this.proven) if (this.second >= until) stream.end();
    this.checking ??= this.checkKeys().finally(() => (this.checking = undefined));
  }

  private async checkKeys(): Promise<void> {
    for (const [key, streams] of [...this.byKey]) {
      // While the storage is unavailable, no key can be checked, and there are no changes that a stream could show.
      const isActive = await this.apiKeys.isActive(key).catch(() => true);
      if (!isActive) for (const stream of streams) stream.end();
    }
  }
}
