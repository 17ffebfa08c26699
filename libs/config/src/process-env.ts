import { IsIn } from 'class-validator';
import { TelemetryEnv } from './telemetry-env.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What every process of ours can be told. */
export class ProcessEnv extends TelemetryEnv {
  @IsIn(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}
