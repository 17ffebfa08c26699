/** Message of an error. Without one, that of its first part: Node rejects so where a host has several addresses. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return error.message === '' && first !== undefined ? messageOf(first) : error.message;
}
