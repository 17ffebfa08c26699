import { expect, it } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { QueryClient } from '@tanstack/react-query';
import { aPhoto } from '../../../../../test/factories.ts';
import { failing, fakeApi } from '../../../../../test/fake-api.ts';
import { aFileOf, withHashing } from '../../../../../test/file-contents.ts';
import { photoTransfer } from './photo-transfer.ts';

withHashing();

/** Finds a photo on a site that accepts only the newer token. @param newToken set during the request */
async function findWhile(newToken: string) {
  const photo = aPhoto();
  let token = 'a-token';
  const { calls } = fakeApi({
    'POST /photos/known': ({ token: sent }) => {
      token = newToken;
      return sent === 'Bearer newer-token' ? { known: [{ photo }] } : failing('auth.required');
    },
  });
  const { find } = photoTransfer(new Api({ token: () => token }), new QueryClient());
  const found = await find({ file: aFileOf('pier'), details: { title: 'Pier' } }).catch((error: unknown) => error);
  return { found, photo, calls };
}

it('retries when the token was replaced during the request', async () => {
  const { found, photo, calls } = await findWhile('newer-token');

  expect(found).toEqual(photo);
  expect(calls).toHaveLength(2);
});

it.each(['a-token', ''])('fails with 401 when there is no newer token (%p)', async (token) => {
  const { found, calls } = await findWhile(token);

  expect(found).toMatchObject({ status: 401 });
  expect(calls).toHaveLength(1);
});
