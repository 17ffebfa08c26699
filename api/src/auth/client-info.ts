import { prefix48Of } from '@portfolio/lifecycle';
import { clientAddressOf, fromRequest } from '../http/from-request.ts';

/** Device and network of a request, coarse enough to store. */
export interface ClientInfo {
  /** Browser and system, such as `Firefox on Windows`; only for display, since a client can claim any. */
  device: string;
  /** The /24 of an IPv4 address, the /48 of an IPv6 address. */
  network: string;
}

/** First match counts: most browsers name others too. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const MAX_USER_AGENT = 500;

/** Describes a User-Agent header with names of these lists alone, such as `Firefox on Windows`. */
export function describeDevice(userAgent = ''): string {
  const read = userAgent.slice(0, MAX_USER_AGENT);
  const nameIn = (known: typeof BROWSERS) => known.find(([, pattern]) => pattern.test(read))?.[0];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (!browser && !system) return 'Unknown device';
  return `${browser ?? 'Unknown browser'} on ${system ?? 'unknown system'}`;
}

export const coarseNetworkOf = (address: string): string =>
  prefix48Of(address) ?? (/^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replace(/\d+$/, '0/24') : 'unknown');

export const RequestClientInfo = fromRequest((request): ClientInfo => ({
  device: describeDevice(request.headers['user-agent']),
  network: coarseNetworkOf(clientAddressOf(request)),
}));
