import { ServerEnv } from '@portfolio/config';
import { IsOptional, Matches } from 'class-validator';

const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
const message = 'must be an origin such as https://example.org, without a path';

/** What the server of the back office's files can be told. */
export class AdminWebEnv extends ServerEnv {
  /** Where browsers find the API; without it, at the address of the pages themselves. */
  @IsOptional()
  @Matches(ORIGIN, { message })
  API_ORIGIN?: string;

  /** Where browsers find the public site; without it, where the API is. */
  @IsOptional()
  @Matches(ORIGIN, { message })
  PUBLIC_ORIGIN?: string;
}
