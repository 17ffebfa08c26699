const formats: Record<string, Intl.NumberFormat> = {};

/**
 * Formats dollars: 1250 gives "$1,250.00" in English, "1.250,00 $" in German.
 *
 * @param language BCP 47 tag
 */
export const formatPrice = (price: number, language: string): string =>
  (formats[language] ??= new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })).format(price);
