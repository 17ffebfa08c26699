import { Api, type ApiOptions } from '@portfolio/api-client';
import type { ReadJson } from '../layout/render.ts';

/** Client of the API on the server. It is part of the pages' build, which has an error class of its own. */
export class ServerApi extends Api {
  /** Whether a response was 410. */
  hasGone = false;

  constructor(
    options: ApiOptions,
    private readonly timeout: number,
    private readonly readJson: ReadJson,
  ) {
    super({ ...options, timeout });
  }

  override async get<T>(path: string): Promise<T> {
    const credentials = this.credentials();
    const headers = { accept: 'application/json', ...credentials };
    const response = this.readJson(this.address(path), headers, this.timeout);
    const { status, body, retryAfter } = await response.catch(() => {
      throw this.unreachable();
    });
    if (status < 200 || status >= 300) throw this.failure(status, body ?? undefined, retryAfter, credentials);
    if (body === undefined) throw this.unreachable();
    return body as T;
  }

  override failure(...response: Parameters<Api['failure']>) {
    this.hasGone ||= response[0] === 410;
    return super.failure(...response);
  }
}
