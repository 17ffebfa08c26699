import { expect, it } from '@jest/globals';
import { Registry } from '@portfolio/telemetry';
import { RenderMetrics } from '../src/pictures/render-metrics.ts';

it('records the duration of each step, including failed ones', async () => {
  const registry = new Registry();
  const { measure } = new RenderMetrics(registry);

  await measure('read', async () => undefined);
  await expect(measure('decode', () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture');

  const text = await registry.metrics();
  expect(text).toContain('portfolio_render_duration_seconds_count{stage="read"} 1');
  expect(text).toContain('portfolio_render_duration_seconds_count{stage="decode"} 1');
});
