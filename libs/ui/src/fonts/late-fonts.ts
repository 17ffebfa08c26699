/** Swaps fonts in as soon as they load. The stylesheet's `optional` would leave the fallback until the next page. */
export function showLateFonts(): void {
  for (const face of document.fonts) face.display = 'swap';
}
