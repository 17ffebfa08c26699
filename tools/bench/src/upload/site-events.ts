/** An event of a stream of server-sent events. */
export interface ServerEvent {
  type: string;
  data: unknown;
}

/**
 * Takes a stream of server-sent events apart, however its pieces come in: https://html.spec.whatwg.org/#parsing-an-event-stream,
 * as far as the api makes use of it.
 *
 * @returns takes the next piece, and gives the events that it completes
 */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const [type, data] = [field('event'), field('data')];
      return type === undefined || data === undefined ? [] : [{ type, data: JSON.parse(data) as unknown }];
    });
  };
}
