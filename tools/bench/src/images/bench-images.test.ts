import { expect, it, jest } from '@jest/globals';
import { print } from './bench-images.ts';

it('the ratio is printed with half its spread', () => {
  const log = jest.spyOn(console, 'log').mockReturnValue();
  const speeds = { megabytes: 1.8, perMinute: 90, barePerMinute: 95, ratio: 0.95, ratioSpread: 10 };
  const cpu = { cpu: 1_200, bareCpu: 1_100, cpuRatio: 0.9 };

  print([{ picture: 'harbour', ...speeds, ...cpu, visible: 200, ready: 1_200, visibleShare: 0.2 }], []);

  expect(log.mock.calls.join()).toContain('95 % ±5 %');
});
