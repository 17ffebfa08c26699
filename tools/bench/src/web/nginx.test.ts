import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { describeWithNginx } from '@portfolio/testing/describe-with';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { during } from '../stop-signal.ts';
import { startNginx } from './nginx.ts';
import { fetchRaw } from './raw-response.ts';

describeWithNginx('nginx with recorded responses', () => {
  it('sends each of their headers once', () =>
    withTempFolder('nginx', async (folder) => {
      const recorded = {
        status: 200,
        headers: ['Server', 'nginx', 'Content-Type', 'text/plain', 'Content-Length', '4', 'X-Test', 'a'],
        body: Buffer.from('page').toString('base64'),
      };
      const { headers, body } = await during(await startNginx(join(folder, 'nginx'), { '/page': recorded }), (nginx) =>
        fetchRaw(`${nginx.origin}/page`),
      );

      const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
      expect(names.sort()).toEqual([
        'accept-ranges',
        'content-length',
        'content-type',
        'last-modified',
        'server',
        'x-test',
      ]);
      expect(body).toBe(recorded.body);
    }));
});
