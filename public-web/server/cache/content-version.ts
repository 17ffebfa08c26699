const CONTENT_VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads a text of the API. @returns undefined for an error response */
export async function fetchText(address: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(address, { signal });
  const text = await response.text();
  return response.ok ? text : undefined;
}

/** Reads the content version, which each visible change replaces. @returns undefined where the API has none */
export async function readContentVersion(apiOrigin: string, signal: AbortSignal): Promise<string | undefined> {
  const text = await fetchText(`${apiOrigin}/media/mark`, signal);
  return text !== undefined && CONTENT_VERSION.test(text) ? text : undefined;
}
