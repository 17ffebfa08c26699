const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A price as visitors read it: 1250 gives "$1,250.00". */
export const asPrice = (price: number): string => dollars.format(price);
