/** Health of the site and its parts. */
export interface HealthView {
  status: 'ok' | 'unavailable';
  parts: Record<'database' | 'queue' | 'worker' | 'storage', 'up' | 'down'>;
}
