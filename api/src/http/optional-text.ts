/** An optional text as it is stored: as it was typed, or null where there is nothing in it but white space. */
export const textOrNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);
