import { Readable } from 'node:stream';

/**
 * The same bytes, ending in an error where the source says nothing for too long while more is wanted. A reader who takes
 * none for a while costs nothing: that silence is not the source's.
 *
 * @param source destroyed when the reader is done or gives up
 * @param milliseconds of silence
 */
export function withIdleTimeout(source: Readable, milliseconds: number): Readable {
  const stream = Readable.from(chunksOf(source, milliseconds), { objectMode: false, highWaterMark: 64 * 1024 });
  const destroy = stream._destroy.bind(stream);
  stream._destroy = (error, done) => {
    // First, for the chunks end only when the source has said its next word, or is no more.
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
  const patience = setTimeout(
    () => source.destroy(new Error(`Nothing came for ${milliseconds / 1000} seconds`)),
    milliseconds,
  );
  try {
    return await chunks.next();
  } finally {
    clearTimeout(patience);
  }
}
