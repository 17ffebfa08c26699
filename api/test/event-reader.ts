/** What a stream of events said: the name of an event with its data, a comment, or that the stream has ended. */
export type Said = [event: string, data: unknown] | 'comment' | 'end';

/** Reads GET /admin/events as a client does. */
export async function readEvents(url: string, authorization: string) {
  const response = await fetch(`${url}/api/admin/events`, { headers: { authorization } });
  // The body of a refusal is left to be read as one.
  const body = response.ok ? response.body : null;
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  const next = async (): Promise<Said> => {
    while (!text.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return 'end';
      text += value;
    }
    const end = text.indexOf('\n\n');
    const lines = text.slice(0, end).split('\n');
    text = text.slice(end + 2);
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [event, data] = [field('event'), field('data')];
    return event === undefined ? 'comment' : [event, JSON.parse(data ?? '')];
  };

  return {
    response,
    /** The next thing said. */
    next,
    /** The next event, or that there is none any more. */
    async nextEvent(): Promise<Said> {
      for (;;) {
        const said = await next();
        if (said !== 'comment') return said;
      }
    },
  };
}
