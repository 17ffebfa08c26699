/** What a span is about: names and numbers, never what somebody has written or where somebody was. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  attributes?: SpanAttributes;
  /** The `traceparent` of what this is a part of, where another process began it. */
  parent?: string | undefined;
  /** Whether this answers somebody (`server`), does what was left in a queue (`consumer`), or is a step of either. */
  kind?: 'server' | 'consumer' | 'step';
}

/** A span that ends when it is told to, for what is no single promise. */
export interface OpenSpan {
  /** Runs something as a part of the span. */
  within<T>(run: () => T): T;
  rename(name: string): void;
  end(attributes: SpanAttributes, hasFailed: boolean): void;
}

export interface Tracer {
  open(name: string, options: SpanOptions): OpenSpan;
  /** The span in which this runs, as other processes are told of it: https://www.w3.org/TR/trace-context/ */
  traceparent(): string | undefined;
  stop(): Promise<void>;
}

/** Of this process. OpenTelemetry is loaded only where somebody wants its traces. */
let tracer: Tracer | undefined;

/**
 * Sends traces to a collector from now on.
 *
 * @param endpoint base address of the collector; without it nothing is loaded and nothing traced
 * @returns sends what is left and ends it
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

/** Whether somebody wants to see each request. */
export const isTracing = (): boolean => tracer !== undefined;

/** A span that somebody else ends; undefined where nothing is traced. */
export const openSpan = (name: string, options: SpanOptions): OpenSpan | undefined => tracer?.open(name, options);

/** Runs something as a span of its own, where somebody traces. */
export async function traced<T>(name: string, run: () => Promise<T>, options: SpanOptions = {}): Promise<T> {
  const span = tracer?.open(name, options);
  if (!span) return run();
  try {
    const done = await span.within(run);
    span.end({}, false);
    return done;
  } catch (error) {
    span.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true);
    throw error;
  }
}

/** What another process is told, so that its part is found in the same trace. */
export const currentTraceparent = (): string | undefined => tracer?.traceparent();
