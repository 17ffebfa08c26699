/** The number that an address or a form names a photo by; undefined where it is none. */
export const idOf = (text: string | null | undefined) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : undefined);
