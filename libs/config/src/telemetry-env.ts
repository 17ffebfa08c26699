import { IsOptional, IsUrl, MinLength } from 'class-validator';
import { IsPort } from './is-port.ts';

/** How a process of ours is watched. */
export class TelemetryEnv {
  /**
   * Where this process tells its metrics and its health, on a port that visitors never reach. Without it, it tells
   * nobody and measures nothing.
   */
  @IsOptional()
  @IsPort()
  METRICS_PORT?: number;

  /** Address of that port. */
  @MinLength(1)
  METRICS_HOST: string = '127.0.0.1';

  /** Base address of a collector that takes traces by OTLP over HTTP; `/v1/traces` is added to it. */
  @IsOptional()
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
    { message: 'must be an http:// or https:// address' },
  )
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
}
