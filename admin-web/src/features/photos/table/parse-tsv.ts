/** A cell with its end. Spreadsheets quote cells with tabs, line breaks or quotes, and double the quotes inside. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;

/** Parses tab-separated text as spreadsheets copy it. @returns cells by line, without the empty line at the end */
export function parseTsv(text: string): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const lines: string[][] = [[]];
  CELL.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = '', end] = CELL.exec(body)!;
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') return lines;
    if (end === '\n') lines.push([]);
  }
}
