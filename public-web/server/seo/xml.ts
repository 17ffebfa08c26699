/** What XML 1.0 has no way to write: https://www.w3.org/TR/xml/#charsets. Halves of characters are among it. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as it is written in HTML, between tags or in an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => NAMES[character] ?? '');

/** The same for XML, where what cannot be written is left out. */
export const inXml = (text: string): string => escaped(text.replace(FORBIDDEN, ''));

/** An element with a text in it. */
export const element = (name: string, text: string): string => `<${name}>${inXml(text)}</${name}>`;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
