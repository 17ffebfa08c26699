import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { readPhotographs } from './photographs.ts';

it('a folder without photographs is an error', () =>
  withTempFolder('photographs', async (folder) => {
    await writeFile(join(folder, 'harbour.heic'), 'x');

    await expect(readPhotographs(folder)).rejects.toThrow('There are no .jpg, .jpeg or .png files');
  }));
