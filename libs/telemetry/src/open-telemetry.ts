import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { SpanOptions, Tracer } from './tracing.ts';

/** Milliseconds between two exports of spans. */
const EXPORT_INTERVAL = 2_000;

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, step: SpanKind.INTERNAL };

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Tracer on OpenTelemetry. This module loads only when an endpoint is configured. */
export function openTracer(service: string, endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'portfolio' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_INTERVAL })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const spans = provider.getTracer('portfolio');

  return {
    open(name, { attributes = {}, parent, kind = 'step' }: SpanOptions) {
      const parentContext = contextOf(parent) ?? context.active();
      const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, parentContext);
      const spanContext = trace.setSpan(parentContext, span);
      return {
        within: (run) => context.with(spanContext, run),
        rename: (newName) => void span.updateName(newName),
        end(endAttributes, hasFailed) {
          span.setAttributes(endAttributes);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceparent() {
      const current = trace.getSpanContext(context.active());
      return current && isSpanContextValid(current) ? traceparentOf(current) : undefined;
    },
    async stop() {
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

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext) => `00-${traceId}-${spanId}-0${traceFlags & 1}`;
