/** A package that the back office shares with the page that carries it. */
export interface SharedPackage {
  /** As it is imported: `react-dom/client` is listed beside `react-dom`. */
  name: string;
  /** One copy serves both. */
  singleton: boolean;
  /** Range of versions that the back office was built for; undefined where any will do. */
  requiredVersion: string | undefined;
}

/** What the back office says of itself before any of its code is loaded. */
export interface Manifest {
  /** Number of what it expects of the page; 0 where it names none. */
  contract: number;
  shared: SharedPackage[];
}

/**
 * Reads what the build of the back office wrote down beside it.
 *
 * @param milliseconds that it may take
 * @throws when it does not come, or is something else
 */
export async function readManifest(address: string, milliseconds: number): Promise<Manifest> {
  const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(milliseconds) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const told: unknown = await response.json();
  const { contract, shared, exposes, metaData } = isRecord(told) ? told : {};
  if (!isRecord(metaData) || !Array.isArray(exposes) || !Array.isArray(shared)) {
    throw new Error(`${address} is no manifest`);
  }
  return {
    contract: typeof contract === 'number' ? contract : 0,
    shared: shared.filter(isRecord).map(toSharedPackage),
  };
}

const toSharedPackage = ({ name, singleton, requiredVersion }: Record<string, unknown>): SharedPackage => ({
  name: String(name),
  singleton: singleton === true,
  requiredVersion: typeof requiredVersion === 'string' ? requiredVersion : undefined,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
