/**
 * A cell and its delimiter. Spreadsheets enclose a cell that contains a tab or a line break in quotes, and double the quotes
 * inside. Other cells may contain quotes as they are.
 */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;

/** Parses tab-separated text as spreadsheets copy it. @returns cells by line, without the empty line at the end */
export function parseTsv(text: string): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const lines: string[][] = [[]];
  CELL.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = '', delimiter] = CELL.exec(body)!;
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (delimiter === '') return lines;
    if (delimiter === '\n') lines.push([]);
  }
}
