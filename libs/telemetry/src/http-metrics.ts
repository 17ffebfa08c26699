import { Histogram, type Registry } from 'prom-client';

/** Seconds: from a page that is kept to an upload over a slow line. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Routes that are told apart at most. Only a fault could make more: each is a pattern in the code, and never an address. */
const ROUTES = 300;

/** What everything is told under that could otherwise be thought of without end. */
export const OTHER = 'other';

export interface AnsweredRequest {
  method: string;
  /** The pattern of the route, such as `/api/photos/:id`; undefined where none fitted. */
  route: string | undefined;
  status: number;
}

/** How long requests take, by route. */
export class HttpMetrics {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;
  private readonly routes = new Set<string>();

  constructor(registry: Registry) {
    this.duration = new Histogram({
      name: 'portfolio_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer, by route; streams of events are left out',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  observe({ method, route, status }: AnsweredRequest, seconds: number): void {
    const labels = {
      method: METHODS.has(method) ? method : OTHER,
      route: this.known(route),
      status: status >= 100 && status < 600 ? status : OTHER,
    };
    this.duration.observe(labels, seconds);
  }

  private known(route: string | undefined): string {
    if (route === undefined) return OTHER;
    if (this.routes.has(route)) return route;
    if (this.routes.size >= ROUTES) return OTHER;
    this.routes.add(route);
    return route;
  }
}
