/**
 * One reading for all who ask at the same time. Nobody is told what was read before they asked: who comes while a reading
 * is under way waits for the next one, with all others who do.
 */
export class SharedReading<T> {
  private current: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  /** @returns what is read from now on; fails where that reading fails */
  now(): Promise<T> {
    if (!this.current) return this.begin();
    const begin = () => this.begin();
    return (this.next ??= this.current.then(begin, begin));
  }

  private begin(): Promise<T> {
    this.next = undefined;
    const reading = this.read();
    this.current = reading;
    const end = () => {
      if (this.current === reading) this.current = undefined;
    };
    reading.then(end, end);
    return reading;
  }
}
