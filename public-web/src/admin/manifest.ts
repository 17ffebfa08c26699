/** Package that back office and page share. */
interface SharedPackage {
  /** Import specifier: `react-dom/client` is listed beside `react-dom`. */
  name: string;
  singleton: boolean;
  /** Version range of the back office; undefined for any. */
  requiredVersion: string | undefined;
}

/** The federation manifest, as far as it is used. */
export interface Manifest {
  /** Version of the contract with the page; 0 without one. */
  contract: number;
  shared: SharedPackage[];
}

/** @throws after the timeout, and for anything but a manifest */
export async function readManifest(address: string, timeoutMs: number): Promise<Manifest> {
  const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`);
  const json: unknown = await response.json();
  const { contract, shared, exposes, metaData } = isRecord(json) ? json : {};
  if (!isRecord(metaData) || !Array.isArray(exposes) || !Array.isArray(shared)) {
    throw new Error(`${address} is no manifest`);
  }
  return {
    contract: typeof contract === 'number' ? contract : 0,
    shared: shared.filter(isRecord).map(({ name, singleton, requiredVersion }) => ({
      name: String(name),
      singleton: singleton === true,
      requiredVersion: typeof requiredVersion === 'string' ? requiredVersion : undefined,
    })),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
