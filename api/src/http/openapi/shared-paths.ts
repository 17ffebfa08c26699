import type { Route } from './routes.ts';

/** Two paths of one shape are the same to OpenAPI, whatever their parameters are called. */
export const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/**
 * Gives routes of one shape one path: where the API calls a part `slug` in one method and `id` in another, it is
 * `slug_or_id` in both, and each method says which of them it takes.
 */
export function sharePaths(routes: Route[]): Route[] {
  return routes.map((route) => {
    const alike = routes.filter(({ path }) => shapeOf(path) === shapeOf(route.path));
    const names = route.pathParameters.map((_, index) => [
      ...new Set(alike.map(({ pathParameters }) => pathParameters[index]?.name ?? '')),
    ]);
    let at = 0;
    return {
      ...route,
      path: route.path.replace(/\{\w+\}/g, () => `{${names[at++]!.join('_or_')}}`),
      pathParameters: route.pathParameters.map((parameter, index) => ({
        ...parameter,
        name: names[index]!.join('_or_'),
        means: parameter.name,
      })),
    };
  });
}
