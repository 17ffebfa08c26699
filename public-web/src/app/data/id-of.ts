/** The number that an address or a form names a photo by; undefined where it is none. */
export const idOf = (text: string | null | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined);
