import { expect, it, jest } from '@jest/globals';
import { Artist } from './artist.ts';

it('reports the status of a refused event stream', async () => {
  const respond = async (address: unknown) =>
    String(address).endsWith('/auth/login') ? Response.json({ token: 'one' }) : new Response('Busy', { status: 503 });
  jest.spyOn(globalThis, 'fetch').mockImplementation(respond);

  await expect(Artist.signIn('http://site.example')).rejects.toThrow('The event stream has status 503');
});
