import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram, traced, type Registry } from '@portfolio/telemetry';
import type { RenditionFormat } from '@portfolio/contracts';
import { REGISTRY } from '../operations.ts';
import { ImageFault } from './decode-image.ts';

/** Steps of a render; encoders are named by their format. */
export type RenderStage = 'read' | 'decode' | 'resize' | RenditionFormat | 'store';

/** Runs a step of a render and records its duration. */
export type MeasureStage = <T>(stage: RenderStage, run: () => Promise<T>) => Promise<T>;

/** Durations and outcomes of renders, where metrics are on. */
@Injectable()
export class RenderMetrics {
  private readonly duration: Histogram<'stage'> | undefined;
  private readonly renders: Counter<'outcome'> | undefined;

  constructor(@Inject(REGISTRY) registry: Registry | undefined) {
    if (!registry) return;
    this.duration = new Histogram({
      name: 'portfolio_render_duration_seconds',
      help: 'Time of one step of a render, by stage: read and decode of the original, resize to one size, encoding or store of one file',
      labelNames: ['stage'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    this.renders = new Counter({
      name: 'portfolio_renders_total',
      help: 'Renders by outcome: made, at-fault (the picture is), handed-back (the worker stopped) or failed (to be tried again)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  readonly measure: MeasureStage = (stage, run) =>
    traced(`render ${stage}`, async () => {
      const end = this.duration?.startTimer({ stage });
      try {
        return await run();
      } finally {
        end?.();
      }
    });

  /** Counts a render by its outcome. */
  async count<T>(render: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      const result = await render;
      this.renders?.inc({ outcome: 'made' });
      return result;
    } catch (error) {
      const outcome = signal?.aborted ? 'handed-back' : 'failed';
      this.renders?.inc({ outcome: error instanceof ImageFault ? 'at-fault' : outcome });
      throw error;
    }
  }
}
