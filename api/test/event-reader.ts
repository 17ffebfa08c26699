/** Part of an event stream. */
export type Message = [event: string, data: unknown] | 'comment' | 'end';

/** Reads GET /api/admin/events. */
export async function readEvents(url: string, authorization: string) {
  const response = await fetch(`${url}/api/admin/events`, { headers: { authorization } });
  // Error responses are read by the caller.
  const body = response.ok ? response.body : null;
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  const next = async (): Promise<Message> => {
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
    next,
    /** Disconnects, unless the stream has ended. */
    cancel: () => reader?.cancel().catch(() => undefined),
    /** Next event or end, without comments. */
    async nextEvent(): Promise<Message> {
      for (;;) {
        const message = await next();
        if (message !== 'comment') return message;
      }
    },
  };
}
