import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Bytes of a page in one encoding. */
export interface Representation {
  encoding: Encoding;
  body: Buffer;
  /** A strong ETag: unique to these bytes. */
  etag: string;
}

/** Brotli levels. The first response waits for the fast one: 25 kB take 0.5 ms. The best takes 33 ms and saves 11 %. */
const FAST = 5;
const BEST = 11;
/** Bytes up to which a page is compressed at once. Zlib's threads take a millisecond more of the processor. */
const MAX_AT_ONCE = 64_000;
/** Bytes up to which a page is recompressed: the best level takes about 2 seconds a megabyte. */
const MAX_RECOMPRESSED = 300_000;

const zipped = promisify(gzip);
const brotli = promisify<Buffer, object, Buffer>(brotliCompress);

/** React escapes user content, so that only the page's head can contain these tags. */
const NOINDEX = '<meta name="robots" content="noindex"';
const NOAI = '<meta name="robots" content="noai';

/** A rendered page and its compressed copies, each made at its first use. */
export class CachedPage {
  /** Hash of the content, whatever its encoding. */
  readonly digest: string;
  /** Headers that its tags for crawlers imply, alternating names and values. */
  readonly robots: readonly string[];
  private readonly ready: Partial<Record<Encoding, Representation>> = {};
  private readonly compressing: Partial<Record<Encoding, Promise<Representation> | undefined>> = {};
  private isRecompressed = false;

  constructor(
    readonly status: number,
    readonly html: Buffer,
    /** Its address is not derived from site content: there is no limit to such addresses. */
    readonly isUnbounded = false,
    readonly pattern = '*',
  ) {
    this.digest = createHash('sha256').update(html).digest('base64url').slice(0, 22);
    this.robots = [
      ...(html.includes(NOINDEX) ? ['x-robots-tag', 'noindex'] : []),
      // https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
      ...(html.includes(NOAI) ? ['tdm-reservation', '1'] : []),
    ];
    this.ready.identity = { encoding: 'identity', body: html, etag: `"${this.digest}"` };
  }

  /** Maximum bytes in memory, with compressed copies. */
  get bytes(): number {
    return 2 * this.html.length + 1_000;
  }

  equals({ status, html }: CachedPage): boolean {
    return this.status === status && this.html.equals(html);
  }

  /** @param state the whole JSON of the page's state; React escapes all other texts, so only its script can contain it */
  hasState(status: number, state: string): boolean {
    return this.status === status && this.html.includes(`>${state}</script>`);
  }

  /** Returns without a promise if the copy exists. A failed compression is retried by the next call. */
  encode(encoding: Encoding): Representation | Promise<Representation> {
    return (
      this.ready[encoding] ??
      (this.compressing[encoding] ??= this.compress(encoding).finally(() => {
        this.compressing[encoding] = undefined;
      }))
    );
  }

  /** Recompresses a page that is served with Brotli at the best level. */
  async recompress(): Promise<void> {
    if (this.isRecompressed || !this.ready.br || this.html.length > MAX_RECOMPRESSED) return;
    this.isRecompressed = true;
    this.ready.br = await this.compressBrotli(BEST);
  }

  /**
   * ETag of the copy that a browser has, in any encoding, if it is still current.
   *
   * @param header `If-None-Match`: tags, separated by commas
   */
  currentTag(header: string | undefined): string | undefined {
    if (header === undefined || !header.includes(this.digest)) return undefined;
    const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.find((tag) => tag === `"${this.digest}"` || tag.startsWith(`"${this.digest}.`));
  }

  private async compress(encoding: Encoding): Promise<Representation> {
    const representation =
      encoding === 'br'
        ? await this.compressBrotli(FAST)
        : { encoding, body: (await zipped(this.html)) as Buffer, etag: `"${this.digest}.${encoding}"` };
    this.ready[encoding] = representation;
    return representation;
  }

  private async compressBrotli(level: number): Promise<Representation> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.html.length,
    };
    const isQuick = level === FAST && this.html.length <= MAX_AT_ONCE;
    const body = isQuick ? brotliCompressSync(this.html, { params }) : await brotli(this.html, { params });
    return { encoding: 'br', body, etag: `"${this.digest}.br${level}"` };
  }
}

/** Smallest encoding first. */
const ENCODINGS = ['br', 'gzip'] as const satisfies Encoding[];

/** Parsed headers of common browsers. */
const parsed = new Map<string, Encoding>();
const MAX_PARSED = 50;

/**
 * Negotiates the smallest encoding that the client accepts.
 *
 * @param accepted `Accept-Encoding`, such as `gzip, deflate, br;q=0.9`
 */
export function encodingFor(accepted = ''): Encoding {
  const known = parsed.get(accepted);
  if (known) return known;
  const encoding = parseEncoding(accepted);
  if (parsed.size < MAX_PARSED && accepted.length < 100) parsed.set(accepted, encoding);
  return encoding;
}

function parseEncoding(accepted: string): Encoding {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return ENCODINGS.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? 'identity';
}
