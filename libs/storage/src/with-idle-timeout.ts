import { Readable } from 'node:stream';

/**
 * Fails the stream where the source sends nothing for too long. Pauses of the reader do not count.
 *
 * @param source destroyed when the reader ends or is destroyed
 * @param milliseconds without data
 */
export function withIdleTimeout(source: Readable, milliseconds: number): Readable {
  const stream = Readable.from(chunksOf(source, milliseconds), { objectMode: false, highWaterMark: 64 * 1024 });
  const destroy = stream._destroy.bind(stream);
  stream._destroy = (error, done) => {
    // First, because the generator ends only with the source's next chunk or its end.
    source.destroy();
    destroy(error, done);
  };
  return stream;
}

async function* chunksOf(source: Readable, milliseconds: number): AsyncIterable<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const chunk = await nextOf(chunks, source, milliseconds);
    if (chunk.done) return;
    yield chunk.value;
  }
}

async function nextOf(chunks: AsyncIterator<Buffer>, source: Readable, milliseconds: number) {
  const timer = setTimeout(
    () => source.destroy(new Error(`Nothing came for ${milliseconds / 1000} seconds`)),
    milliseconds,
  );
  try {
    return await chunks.next();
  } finally {
    clearTimeout(timer);
  }
}
