let dollars = formatIn('en');

/**
 * A price in dollars as people read it: 1250 gives "$1,250.00" in English, "1.250,00 $" in German.
 *
 * @param language BCP 47 tag
 */
export function formatPrice(price: number, language: string): string {
  if (dollars.language !== language) dollars = formatIn(language);
  return dollars.format.format(price);
}

function formatIn(language: string) {
  return { language, format: new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }) };
}
