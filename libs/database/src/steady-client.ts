import pg from 'pg';

/**
 * A connection whose loss never ends the process. pg tells of it by an event, for which nobody listens yet when it comes
 * in one packet with the welcome: a server that dies sends both at once to whoever has just connected.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Whoever uses the connection hears of it beside this: by their own listener, or by a query that fails.
    this.on('error', () => undefined);
  }
}
