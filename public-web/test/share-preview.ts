import ogs from 'open-graph-scraper';

/** Open Graph and Twitter data of a page, as a program that previews links reads it. */
export async function sharePreview(html: string) {
  const { result } = await ogs({ html, onlyGetOpenGraphInfo: true });
  return result;
}
