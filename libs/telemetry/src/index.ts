export * from './dependency-checks.ts';
export * from './fast-path.ts';
export * from './health-routes.ts';
export * from './metrics.ts';
export * from './operations-server.ts';
export * from './request-logging.ts';
export * from './tracing.ts';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';
