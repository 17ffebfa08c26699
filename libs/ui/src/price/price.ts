const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A price in dollars as people read it: 1250 gives "$1,250.00". */
export const formatPrice = (price: number): string => DOLLARS.format(price);
