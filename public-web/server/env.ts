import { IsTrustedProxies, loadEnv, ServerEnv } from '@portfolio/config';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsUrl, Matches } from 'class-validator';

const ORIGIN = { require_protocol: true, require_tld: false, protocols: ['http', 'https'] };
const message = 'must be an http:// or https:// address';

/** What the server of the public pages can be told. */
export class Env extends ServerEnv {
  /** Internal origin of the API. */
  @IsUrl(ORIGIN, { message })
  API_URL: string = 'http://127.0.0.1:3001';

  /** Internal origin of admin-web, for a site without a gateway of its own: it is then reached at /admin-app. */
  @IsOptional()
  @IsUrl(ORIGIN, { message })
  ADMIN_APP_URL?: string;

  /** Where browsers find the back office: the manifest of its federation remote. */
  @Matches(/^(?:https?:\/)?\/[^\s"'<>;,]+$/, { message: 'must be an address or a path' })
  ADMIN_REMOTE_URL: string = '/admin-app/mf-manifest.json';

  /** Where browsers find the back office on its own, for those who cannot have it inside the site. */
  @IsOptional()
  @IsUrl(ORIGIN, { message })
  ADMIN_URL?: string;

  /** The origin under which visitors know the site, for canonical addresses and share cards. */
  @IsOptional()
  @IsUrl(ORIGIN, { message })
  PUBLIC_URL?: string;

  /**
   * Whose word about a visitor's address is taken, as Fastify's `trustProxy` has it: such as `uniquelocal` where a
   * gateway stands before this server. Nobody's by default.
   */
  @IsOptional()
  @IsTrustedProxies()
  TRUST_PROXY?: string;

  /** Keeps rendered pages for a moment. Without it each is rendered for each who asks, as measuring needs it. */
  @IsBoolean({ message: 'must be true or false' })
  @Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value)
  PAGE_CACHE: boolean = true;
}

export const readEnv = (source?: NodeJS.ProcessEnv): Readonly<Env> => loadEnv(Env, source);
