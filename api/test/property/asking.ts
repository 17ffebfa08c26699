import type { TestApi } from '../start-test-api.ts';
import type { Viewer } from './model.ts';

/** What the private parts of rows look like, none of which may be in an answer to a visitor. */
const PRIVATE = /ticket=|ruth@example\.com|original_key|originals\//;

export interface Asked {
  status: number;
  body: Record<string, unknown>;
}

/** Asks the api as one viewer, without a socket. */
export class Asking {
  constructor(
    private readonly api: TestApi,
    readonly viewer: Viewer,
    private readonly token: string,
  ) {}

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Asked> {
    const headers = this.viewer === 'administrator' ? { authorization: `Bearer ${this.token}` } : {};
    const answer = await this.api.app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode >= 500) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    const leak = this.viewer === 'visitor' && answer.statusCode < 400 ? PRIVATE.exec(answer.body) : null;
    if (leak) throw new Error(`${method} ${url} tells visitors of ${leak[0]}: ${answer.body}`);
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  }

  /** @returns what is read from the answer; null for a 404, and the status for any other refusal */
  async get<T>(url: string, read: (body: Record<string, unknown>) => T): Promise<T | number | null> {
    const { status, body } = await this.send('GET', url);
    if (status === 200) return read(body);
    return status === 404 ? null : status;
  }

  /** All pages of a list, which must agree on the total and be full but for the last. */
  async list<T>(url: string, name: string, limit: number, read: (item: never) => T) {
    const items: T[] = [];
    let total: unknown;
    let cursor: unknown;
    do {
      const joint = url.includes('?') ? '&' : '?';
      const page = `${url}${joint}limit=${limit}${cursor ? `&cursor=${String(cursor)}` : ''}`;
      const { status, body } = await this.send('GET', page);
      if (status !== 200) return status === 404 ? null : status;
      const found = body[name] as never[];
      if (total !== undefined && total !== body.total)
        throw new Error(`${page} has another total than the page before`);
      if (body.next_cursor !== null && found.length !== limit) throw new Error(`${page} is no full page`);
      total = body.total;
      cursor = body.next_cursor;
      items.push(...found.map(read));
    } while (cursor !== null);
    return { items, total };
  }

  /** Whether the file is sent, which GET and HEAD must agree on. */
  async opens(url: string): Promise<boolean | string> {
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => this.api.app.inject({ method, url })),
    );
    const statuses = [get!.statusCode, head!.statusCode];
    if (statuses.every((status) => status === 200) && get!.body === 'picture') return true;
    if (statuses.every((status) => status === 404) && head!.body === '') return false;
    return `GET ${statuses[0]}, HEAD ${statuses[1]}: ${get!.body}`;
  }
}
