/** Columns of a line before its time. */
const WIDTH = 34;

/**
 * Runs a step and prints a line with its duration: `  Database .................. 0.4 s`. The title is printed first, the
 * duration at the end; a terminal shows the progress meanwhile.
 *
 * @template T
 * @param {string} title
 * @param {(progress: (text: string) => void) => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  const { stdout } = process;
  const line = (end) => `  ${title} ${'.'.repeat(Math.max(3, WIDTH - title.length))} ${end}`;
  const rewrite = (text) => stdout.write(`\r\x1b[2K${line(text)}`);
  const start = performance.now();
  stdout.write(line(''));
  try {
    const result = await action((text) => stdout.isTTY && rewrite(text));
    if (stdout.isTTY) rewrite('');
    stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s\n`);
    return result;
  } catch (error) {
    stdout.write('\n');
    throw error;
  }
}
