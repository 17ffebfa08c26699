import pg from 'pg';

const ignoreError = () => undefined;

/**
 * PostgreSQL client that always has an 'error' listener: without one a lost connection ends the process. pg may emit the error
 * before its user listens, and BullMQ removes all listeners of its LISTEN client before it closes that.
 */
export class CrashSafeClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', ignoreError);
  }

  override removeAllListeners(...events: [event?: string | symbol]): this {
    super.removeAllListeners(...events);
    if (this.listenerCount('error') === 0) this.on('error', ignoreError);
    return this;
  }
}
