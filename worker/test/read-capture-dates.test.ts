import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Setting } from '@portfolio/database';
import { STORAGE, type Storage } from '@portfolio/storage';
import { aJpeg, lightroomBlocks, withMetadata } from '@portfolio/testing';
import { ReadCaptureDates } from '../src/pictures/read-capture-dates.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterEach(() => backend.photos.query('truncate photos, settings cascade'));
afterAll(() => backend.close());

const run = () => backend.app.get(ReadCaptureDates).run();
const dated = () => aJpeg({ width: 60, height: 40, taken: { time: '2026:03:01 17:20:11', fraction: '5' } });

it('reads the capture date of a photo that was uploaded before these were stored', async () => {
  const { id } = await backend.accept(await dated());
  const undated = await backend.accept(await aJpeg({ width: 60, height: 40 }));

  await run();

  expect(await backend.find(id)).toMatchObject({ capturedAt: '2026-03-01T17:20:11.500', isExifRead: true });
  expect(await backend.find(undated.id)).toMatchObject({ capturedAt: null, isExifRead: true });
});

it.each([true, false])('reads keywords and facts of older photos, and leaves their texts: %s', async (isOn) => {
  await backend.photos.manager.insert(Setting, { name: 'file_details', value: String(isOn) });
  const { id } = await backend.accept(withMetadata(await aJpeg({ width: 60, height: 40 }), lightroomBlocks()));
  const { title, description, altText } = await backend.find(id);

  await run();

  expect(await backend.find(id)).toMatchObject({
    ...{ title, description, altText, place: null, fromFile: [] },
    capturedAt: '2026-03-01T17:20:11.520',
    keywords: isOn ? ['harbour', 'low tide', 'Norway'] : [],
    fileFacts: isOn ? { camera: 'Canon EOS R5', iso: 100, creator: 'Elin Marsh' } : null,
  });
});

it('leaves tags that were edited before', async () => {
  const { id } = await backend.accept(withMetadata(await aJpeg({ width: 60, height: 40 }), lightroomBlocks()));
  await backend.photos.update({ id }, { keywords: ['pier'] });

  await run();

  expect(await backend.find(id)).toMatchObject({ keywords: ['pier'], isExifRead: true });
});

it('leaves tags that are edited, and an image that is replaced, while it reads', async () => {
  const file = withMetadata(await aJpeg({ width: 60, height: 40 }), lightroomBlocks());
  const [edited, replaced] = [await backend.accept(file), await backend.accept(file)];
  const newer = { originalKey: 'originals/newer.jpg', capturedAt: '2026-05-01T10:00:00.000', isExifRead: true };
  const read = jest.spyOn(backend.app.get<Storage>(STORAGE), 'read').mockImplementation(async (key) => {
    if (key === edited.originalKey) await backend.photos.update({ id: edited.id }, { keywords: ['pier'] });
    else await backend.photos.update({ id: replaced.id }, newer);
    return file;
  });

  await run();
  read.mockRestore();

  expect(await backend.find(edited.id)).toMatchObject({ keywords: ['pier'], isExifRead: true });
  expect(await backend.find(replaced.id)).toMatchObject({ ...newer, keywords: [], fileFacts: null });
});

it('reads a photo once, and retries one whose original is missing', async () => {
  const once = await backend.accept(await dated());
  await backend.photos.update({ id: once.id }, { isExifRead: true });
  const missing = await backend.accept(await dated());
  await backend.storage.remove(missing.originalKey);

  await run();
  expect(await backend.find(once.id)).toMatchObject({ capturedAt: null });
  expect(await backend.find(missing.id)).toMatchObject({ isExifRead: false });

  await backend.storage.write(missing.originalKey, await dated());
  await run();
  expect(await backend.find(missing.id)).toMatchObject({ capturedAt: '2026-03-01T17:20:11.500' });
});
