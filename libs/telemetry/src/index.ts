export * from './dependency-checks.ts';
export * from './request-logging.ts';
export * from './http-metrics.ts';
export * from './operations-server.ts';
export * from './registry.ts';
export * from './fast-path.ts';
export * from './tracing.ts';
export * from './work-metrics.ts';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';
