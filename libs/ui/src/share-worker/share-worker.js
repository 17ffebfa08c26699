/*
 * Service worker of the back office's share target. Its scope is that one address, so the browser sends it no other request.
 * It imports nothing: browsers load it as it is.
 */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'POST') return;
  const receive = () => receiveShare(event.request, () => navigator.storage.getDirectory());
  event.respondWith(navigator.locks.request('shared', receive).then((address) => Response.redirect(address, 303)));
});

/**
 * Saves shared files for the upload dialog, in the format of `saved-files.ts` of the back office.
 *
 * @param request the share target's form
 * @param openRoot opens the origin private file system
 * @returns address of the page that opens the dialog; without saved files it shows an error
 */
export async function receiveShare(request, openRoot) {
  const saved = [];
  let folder;
  try {
    const files = (await request.formData()).getAll('photos').filter((entry) => typeof entry !== 'string');
    folder = await (await openRoot()).getDirectoryHandle('shared', { create: true });
    const share = Date.now();
    for (const [index, file] of files.entries()) {
      const key = `${share}-${String(index).padStart(4, '0')}`;
      saved.push({ key, file });
      await write(folder, key, file);
    }
    // Files without these details were not saved completely.
    for (const { key, file } of saved) {
      const { name, type, lastModified } = file;
      await write(folder, `${key}.json`, JSON.stringify({ name, type, lastModified }));
    }
  } catch {
    for (const { key } of saved) {
      for (const name of [`${key}.json`, key]) await folder.removeEntry(name).catch(() => undefined);
    }
  }
  return new URL('photos?shared', request.url).href;
}

async function write(folder, name, content) {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writable.write(content);
  await writable.close();
}
