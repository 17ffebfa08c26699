import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { baseImages } from './base-images.ts';

it('baseImages returns those with a stand-in, in their versions', () => {
  const images = baseImages(join(import.meta.dirname, '../../..'));

  expect(images.map((image) => image.replace(/:.*/, ''))).toEqual([
    'node',
    'postgres',
    'redis',
    'busybox',
    'nginxinc/nginx-unprivileged',
  ]);
});
