import { get } from 'node:http';

export const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br' };

/** Response of a server, byte for byte. */
export interface RawResponse {
  status: number;
  /** Alternating names and values, without the headers that Node adds. */
  headers: string[];
  /** Base64. */
  body: string;
}

const ADDED_BY_NODE = ['date', 'connection', 'keep-alive'];

export function fetchRaw(address: string, headers: Record<string, string> = BROWSER_HEADERS): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
      response.once('end', () => {
        const headers = withoutHeaders(response.rawHeaders, ADDED_BY_NODE);
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('base64') });
      });
    }).once('error', reject);
  });
}

export const withoutHeaders = (headers: string[], names: string[]) =>
  headers.filter((_, index) => !names.includes(headers[index - (index % 2)]?.toLowerCase() ?? ''));

export const bytesOf = (response: RawResponse | undefined) => Buffer.from(response?.body ?? '', 'base64').length;
