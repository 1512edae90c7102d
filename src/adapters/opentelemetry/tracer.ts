import { context, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { isObject } from '../../domain/shared/fields.js';
import type { Tracer, Work, WorkName } from '../../ports/index.js';

/** Work that is only shown as part of other work: alone it is the polling of idle processes. */
const PARTS: ReadonlySet<WorkName> = new Set(['transaction', 'node-request']);

/** The tracer of the global provider, under Sluice's name. */
export const sluiceTracer = () => trace.getTracer('sluice');

/**
 * Shows work as spans of the tracer provider that is registered with `@opentelemetry/api`, under the span that is active. A span
 * has Sluice's own attributes `sluice.*`, and the name of a thrown error but not its message, which may quote stored data.
 *
 * @example
 * const core = createCore({ ...ports, tracer: openTelemetryTracer() });
 */
export function openTelemetryTracer(): Tracer {
  const tracer = sluiceTracer();
  return {
    follow: <T>({ name, facts }: Work, run: () => Promise<T>): Promise<T> => {
      if (PARTS.has(name) && trace.getSpan(context.active()) === undefined) return run();
      return tracer.startActiveSpan(name, { attributes: attributesOf(facts) }, (span) => ending(span, run));
    },
  };
}

async function ending<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    if (span.isRecording()) span.setAttribute('sluice.outcome', outcomeOf(result));
    return result;
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks the span as failed, with the name of the error. */
export function failed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The kind of the error of a result, or of an outcome; `ok` for everything else. */
function outcomeOf(result: unknown): string {
  if (!isObject(result)) return 'ok';
  const { ok, error, kind } = result as { ok?: unknown; error?: { kind?: unknown }; kind?: unknown };
  const named = ok === false ? error?.kind : kind;
  return typeof named === 'string' ? named : 'ok';
}

const attributesOf = (facts: Work['facts'] = {}): Attributes =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [`sluice.${name}`, fact]));
