/** Something about the picture itself that no second attempt would mend; the message is written for the artist. */
export class ImageFault extends Error {
  override name = 'ImageFault';
}
