import { IsIn, IsOptional } from 'class-validator';
import { IsPort, IsUrlOf } from './validation.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Logging, metrics and traces of every process. */
export class ProcessEnv {
  @IsIn(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** Port of metrics and health, not for visitors. Without it, the process measures nothing. */
  @IsOptional()
  @IsPort()
  METRICS_PORT?: number;

  /** Address of that port. */
  METRICS_HOST: string = '127.0.0.1';

  /** Base address of an OTLP trace collector, without `/v1/traces`. */
  @IsOptional()
  @IsUrlOf(['http', 'https'], 'must be an http:// or https:// address')
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
}
