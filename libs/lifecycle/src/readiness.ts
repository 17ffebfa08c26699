/**
 * Whether this process wants to be given new requests. Gateways and orchestrators ask for it; what it depends on beside
 * (a database that is away) is judged by the process itself.
 */
export class Readiness {
  private draining = false;

  /** True from the moment it has been asked to stop: what is in flight is finished, and new work is for others. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** For good: a process that drains ends. */
  drain(): void {
    this.draining = true;
  }
}
