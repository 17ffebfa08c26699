/** Part of a gallery's photos from a cursor on; the first has about 25 kB, compressed. Wall and viewer share its cache. */
export const photosFrom = (cursor?: string) => ({ limit: 60, ...(cursor && { cursor }) });
