import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

/** Asks over one connection, one request after the other. */
export class OneConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @returns milliseconds of each request, until its answer was there whole */
  async ask(url: string, times: number): Promise<number[]> {
    const taken: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const begun = performance.now();
      const request = get(url, { agent: this.agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`${url} is answered with ${response.statusCode}`);
      response.resume();
      await once(response, 'end');
      taken.push(performance.now() - begun);
    }
    return taken;
  }

  close(): void {
    this.agent.destroy();
  }
}
