import { get } from 'node:http';

/** As browsers ask. */
export const ASKED_WITH = { 'accept-encoding': 'gzip, deflate, br' };

/** What a server sent, to the byte. */
export interface Answer {
  status: number;
  /** Names and values in turn, without those that Node adds by itself. */
  headers: string[];
  /** In base64. */
  body: string;
}

const ADDED_BY_NODE = ['date', 'connection', 'keep-alive'];

export function ask(address: string, headers: Record<string, string> = ASKED_WITH): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).once('error', reject);
      response.once('end', () => {
        const headers = response.rawHeaders.filter((_, index, all) => {
          const name = all[index - (index % 2)] ?? '';
          return !ADDED_BY_NODE.includes(name.toLowerCase());
        });
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(pieces).toString('base64') });
      });
    }).once('error', reject);
  });
}
