import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** Milliseconds between two exports of spans. */
const EXPORT_INTERVAL_MS = 2_000;

/** A request, a job, or a step of either. */
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, step: SpanKind.INTERNAL };

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

export interface SpanOptions {
  /** The `traceparent` of another process. */
  parent?: string | undefined;
  kind?: keyof typeof KINDS;
}

/** Tracer on OpenTelemetry. This module loads only when an endpoint is configured. */
export function openTracer(service: string, endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'portfolio' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_INTERVAL_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spans = provider.getTracer('portfolio');

  return {
    open(name: string, { parent, kind = 'step' }: SpanOptions) {
      const parentContext = contextOf(parent) ?? context.active();
      const span = spans.startSpan(name, { kind: KINDS[kind] }, parentContext);
      const spanContext = trace.setSpan(parentContext, span);
      return {
        /** Runs a function as a part of the span. */
        within: <T>(run: () => T): T => context.with(spanContext, run),
        rename: (newName: string) => void span.updateName(newName),
        /** @param attributes names and numbers; no user content and no addresses */
        end(attributes: Attributes, hasFailed: boolean): void {
          span.setAttributes(attributes);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    /** Current span for other processes: https://www.w3.org/TR/trace-context/ */
    traceparent(): string | undefined {
      const current = trace.getSpanContext(context.active());
      if (!current || !isSpanContextValid(current)) return undefined;
      return `00-${current.traceId}-${current.spanId}-0${current.traceFlags & 1}`;
    },
    async stop(): Promise<void> {
      // An unavailable collector must not fail the shutdown.
      await provider.shutdown().catch(() => undefined);
      context.disable();
    },
  };
}

/** @returns undefined for an invalid header */
function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : undefined;
}
