import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ MAX_UPLOAD_MB: 25 });
});
afterAll(() => api.stop());

it('the upload limit is the configured one, for the administrator only', async () => {
  const admin = await api.signIn();

  expect((await admin.get('/api/admin/upload-limits').expect(200)).body).toEqual({ megabytes: 25 });
  await api.visitor.get('/api/admin/upload-limits').expect(401);
});
