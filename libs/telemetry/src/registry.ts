import { collectDefaultMetrics, Registry } from 'prom-client';

/** Milliseconds between two looks at how late the event loop is. */
const LOOK = 20;

/** The metrics of one process, which begin with those of the process itself: memory, processor, event loop, garbage. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOK });
  return registry;
}
