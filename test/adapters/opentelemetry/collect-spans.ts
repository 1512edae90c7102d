import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';

/** The spans that have ended since `collectSpans`. */
export interface CollectedSpans {
  readonly all: () => readonly ReadableSpan[];
  readonly named: (name: string) => ReadableSpan;
  /** Ends the collection. */
  readonly stop: () => void;
}

/** Registers an SDK that keeps spans in memory. */
export function collectSpans(): CollectedSpans {
  const exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  const all = () => exporter.getFinishedSpans();
  return {
    all,
    named: (name) => {
      const found = all().find((span) => span.name === name);
      if (found === undefined)
        throw new Error(
          `no span ${name} among ${all()
            .map((span) => span.name)
            .join()}`,
        );
      return found;
    },
    stop: () => {
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}
