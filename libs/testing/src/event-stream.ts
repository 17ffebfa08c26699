/** Server-sent event. */
export interface ServerEvent {
  type: string;
  data: unknown;
}

/**
 * Parser for a stream of server-sent events: https://html.spec.whatwg.org/#parsing-an-event-stream
 *
 * @returns function that takes the next chunk and returns the events completed by it
 */
export function eventParser(): (chunk: string) => ServerEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).split('\n\n');
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
