/** Lines of a text that arrives in parts, without their ends. */
export async function* linesOf(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text) {
    // A line end that is cut in two adds an empty line, which readers skip.
    const lines = (rest + part).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
