import type { openTracer, SpanOptions } from './open-telemetry.ts';

type Tracer = ReturnType<typeof openTracer>;
/** A span that its opener ends. */
export type OpenSpan = ReturnType<Tracer['open']>;

let tracer: Tracer | undefined;

/**
 * Starts sending traces to a collector. OpenTelemetry loads only with an endpoint.
 *
 * @param endpoint base URL of the collector; undefined disables tracing
 * @returns function that sends the remaining spans and stops tracing
 */
export async function startTracing(service: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { openTracer } = await import('./open-telemetry.ts');
  const started = openTracer(service, endpoint);
  tracer = started;
  return async () => {
    tracer = undefined;
    await started.stop();
  };
}

export const isTracing = (): boolean => tracer !== undefined;

/** @returns undefined without tracing */
export const openSpan = (name: string, options: SpanOptions): OpenSpan | undefined => tracer?.open(name, options);

/** Runs a function in a new span. */
export async function traced<T>(name: string, run: () => Promise<T>, options: SpanOptions = {}): Promise<T> {
  const span = tracer?.open(name, options);
  if (!span) return run();
  try {
    const result = await span.within(run);
    span.end({}, false);
    return result;
  } catch (error) {
    span.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true);
    throw error;
  }
}

export const currentTraceparent = (): string | undefined => tracer?.traceparent();
