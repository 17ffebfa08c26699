import http from 'node:http';
import https from 'node:https';
import type { ReadJson } from '../../src/app/layout/render.ts';

/** GET request by Node's HTTP client, which takes a quarter of the processor time of `fetch`. */
export const readJson: ReadJson = (url, headers, timeout) =>
  new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? https : http).get(url, { headers });
    const timer = setTimeout(() => request.destroy(new Error('Timeout')), timeout);
    request.once('error', reject).once('close', () => clearTimeout(timer));
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('error', reject).once('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, body: parse(text), retryAfter: Number(headers['retry-after']) || undefined });
      });
    });
  });

function parse(json: string): object | null | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
