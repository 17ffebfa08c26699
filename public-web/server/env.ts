import { IsSwitch, IsTrustedProxies, IsUrlOf, loadEnv, ServerEnv } from '@portfolio/config';
import { IsOptional, Matches } from 'class-validator';

const IsOrigin = () => IsUrlOf(['http', 'https'], 'must be an http:// or https:// address');

export class Env extends ServerEnv {
  /** Internal origin of the API. */
  @IsOrigin()
  API_URL: string = 'http://127.0.0.1:3001';

  /** Internal origin of admin-web, proxied at /admin-app. Only for a site without a gateway. */
  @IsOptional()
  @IsOrigin()
  ADMIN_APP_URL?: string;

  /** Manifest of the back office's federation remote, as browsers reach it. */
  @Matches(/^(?:https?:\/)?\/[^\s"'<>;,]+$/, { message: 'must be an address or a path' })
  ADMIN_REMOTE_URL: string = '/admin-app/mf-manifest.json';

  /** Standalone back office, linked where the federation remote can't load. */
  @IsOptional()
  @IsOrigin()
  ADMIN_URL?: string;

  /** Public origin of the site, for canonical URLs and share cards. */
  @IsOptional()
  @IsOrigin()
  PUBLIC_URL?: string;

  /** Proxies trusted for the client's address, as in Fastify's `trustProxy`: `uniquelocal` behind a gateway. */
  @IsOptional()
  @IsTrustedProxies()
  TRUST_PROXY?: string;

  /** Caches rendered pages. Benchmarks of rendering switch it off. */
  @IsSwitch()
  PAGE_CACHE: boolean = true;
}

export const readEnv = (source?: NodeJS.ProcessEnv): Readonly<Env> => loadEnv(Env, source);
