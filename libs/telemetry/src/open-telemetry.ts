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

/** Milliseconds between two deliveries of spans. */
const DELIVERY = 2_000;

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, step: SpanKind.INTERNAL };

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Our tracer over OpenTelemetry's. This file, and all that it loads, is loaded only where an endpoint is set. */
export function openTracer(service: string, endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'portfolio' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: DELIVERY })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const spans = provider.getTracer('portfolio');

  return {
    open(name, { attributes = {}, parent, kind = 'step' }: SpanOptions) {
      const from = contextOf(parent) ?? context.active();
      const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, from);
      const inside = trace.setSpan(from, span);
      return {
        within: (run) => context.with(inside, run),
        rename: (newName) => void span.updateName(newName),
        end(more, hasFailed) {
          span.setAttributes(more);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceparent() {
      const current = trace.getSpanContext(context.active());
      return current && isSpanContextValid(current) ? written(current) : undefined;
    },
    async stop() {
      // A collector that is away holds nobody up for longer than its own patience.
      await provider.shutdown().catch(() => undefined);
      context.disable();
    },
  };
}

/** @returns undefined where the header says nothing that can be read */
function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : undefined;
}

const written = ({ traceId, spanId, traceFlags }: SpanContext) => `00-${traceId}-${spanId}-0${traceFlags & 1}`;
