import { expect, it } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aJpeg } from '@portfolio/testing';
import { sum } from '@portfolio/testing/statistics';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { request, startBareProcess } from '../node-process.ts';
import { during } from '../stop-signal.ts';
import type { BareRender } from './bare-loop.ts';

it.each([
  { width: 1500, height: 1000, sizes: 4, shareWidth: 1200 },
  { width: 2400, height: 600, sizes: 5, shareWidth: 1143 },
])('a picture of $width × $height has each size once, and a share card', ({ width, height, sizes, shareWidth }) =>
  withTempFolder('bare-loop', async (folder) => {
    const original = join(folder, 'original.jpg');
    await writeFile(original, await aJpeg({ width, height }));

    const { bytes } = await during(await startBareProcess(join(import.meta.dirname, 'bare-loop.ts'), {}), (bare) =>
      request<BareRender>(bare, { originals: [original], folder, concurrency: 1 }),
    );

    const files = readdirSync(join(folder, '0'));
    expect(files).toHaveLength(3 * sizes + 1);
    expect(files).toContain(`${shareWidth}.jpeg`);
    expect(sum(files.map((name) => statSync(join(folder, '0', name)).size))).toBe(bytes);
  }),
);
