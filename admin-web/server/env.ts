import { ServerEnv } from '@portfolio/config';
import { IsOptional, Matches } from 'class-validator';

const IsOrigin = () =>
  Matches(/^https?:\/\/[\w.:[\]-]+$/, { message: 'must be an origin such as https://example.org, without a path' });

/** Environment of the back office's file server. */
export class AdminWebEnv extends ServerEnv {
  /** Origin of the API for browsers; the same origin by default. */
  @IsOptional()
  @IsOrigin()
  API_ORIGIN?: string;

  /** Origin of the public site for browsers; that of the API by default. */
  @IsOptional()
  @IsOrigin()
  PUBLIC_ORIGIN?: string;
}
