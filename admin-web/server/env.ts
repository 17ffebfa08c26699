import { ServerEnv } from '@portfolio/config';
import { IsOptional, Matches } from 'class-validator';

const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
const message = 'must be an origin such as https://example.org, without a path';

/** Environment of the file server. */
export class AdminWebEnv extends ServerEnv {
  /** Origin of the API for browsers; by default the pages' own. */
  @IsOptional()
  @Matches(ORIGIN, { message })
  API_ORIGIN?: string;

  /** Origin of the public site for browsers; by default the API's. */
  @IsOptional()
  @Matches(ORIGIN, { message })
  PUBLIC_ORIGIN?: string;
}
