import sharp, { type Sharp } from 'sharp';
import type { ColourSpaceName } from './colour-space.ts';
import { truncated } from './hostile.ts';
import { iccProfile } from './icc-profile.ts';
import { jpegSegment, withSegments } from './jpeg-segments.ts';
import { asStored, draw, type Colour, type Orientation, type PictureOptions } from './picture.ts';

export interface JpegOptions extends PictureOptions {
  /** EXIF orientation; the stored pixels are rotated to match. */
  orientation?: Orientation;
  /** Position, camera, serial number, copyright and XMP. */
  gps?: boolean;
  /** Capture date such as `2026:03:01 17:20:11`, and a fraction of the second. */
  taken?: { time: string; fraction?: string };
  /** Profile to embed, without converting samples; `cmyk` converts them to four inks. */
  profile?: ColourSpaceName | 'cmyk';
  /** CMYK without a profile. */
  isCmyk?: boolean;
  progressive?: boolean;
  /** From 1 to 100. */
  quality?: number;
}

/** JPEG of a camera, by default 1200 × 800. */
export async function aJpeg(options: JpegOptions = {}): Promise<Buffer> {
  const { orientation, gps, taken, profile, isCmyk, progressive = false, quality = 90 } = options;
  let image = open(orientation === undefined ? draw(options) : asStored(draw(options), orientation));
  if (isCmyk || profile === 'cmyk') image = image.toColourspace('cmyk');
  if (profile === 'cmyk') image = image.withIccProfile('cmyk');
  if (gps) image = withTraces(image);
  if (taken) {
    const { time, fraction } = taken;
    image = image.withExif({
      IFD2: { DateTimeOriginal: time, ...(fraction !== undefined && { SubSecTimeOriginal: fraction }) },
    });
  }
  if (orientation !== undefined) image = image.keepExif();
  const file = await image.jpeg({ quality, progressive, chromaSubsampling: '4:4:4' }).toBuffer();
  if (orientation !== undefined) setOrientation(file, orientation);
  return profile !== undefined && profile !== 'cmyk' ? withProfile(file, iccProfile(profile)) : file;
}

export async function aWebp({ opacity, ...options }: PictureOptions & { opacity?: number } = {}): Promise<Buffer> {
  const image = open(draw(options));
  return (opacity === undefined ? image : image.ensureAlpha(opacity / 255))
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}

interface AnimationOptions {
  width?: number;
  height?: number;
  /** The colour of each frame. */
  frames?: readonly Colour[];
}

const FRAMES: readonly Colour[] = [
  [210, 50, 40],
  [50, 180, 70],
  [60, 70, 200],
];

/** Frames of one colour each. */
export const anAnimatedGif = async (options: AnimationOptions = {}) => animation(options).gif({ loop: 0 }).toBuffer();

export const anAnimatedWebp = async (options: AnimationOptions = {}) =>
  animation(options).webp({ loop: 0, lossless: true }).toBuffer();

/** A JPEG truncated to a fraction of its bytes. */
export const aTruncatedJpeg = async ({ fraction, ...options }: JpegOptions & { fraction?: number } = {}) =>
  truncated(await aJpeg(options), fraction);

/** A JPEG with a damaged middle. */
export async function aDamagedJpeg(options: JpegOptions = {}): Promise<Buffer> {
  const file = await aJpeg(options);
  const middle = Math.floor(file.length / 2);
  for (let i = 0; i < 4096; i += 1) file[middle - 2048 + i] = (i * 167 + 13) & 0xff;
  return file;
}

function open({ data, width, height }: { data: Buffer; width: number; height: number }): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function animation({ width = 300, height = 200, frames = FRAMES }: AnimationOptions): Sharp {
  const data = Buffer.concat(frames.map((colour) => draw({ width, height, colour }).data));
  return sharp(data, { raw: { width, height: height * frames.length, channels: 3, pageHeight: height } });
}

/** Private metadata of a camera, recognisable in the bytes of the file. */
function withTraces(image: Sharp): Sharp {
  return image
    .withExif({
      IFD0: { Make: 'TraceMaker', Model: 'TraceModel', Copyright: 'TraceOwner' },
      IFD2: { BodySerialNumber: 'TraceSerial' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        '<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="TraceCity"/>' +
        '</rdf:RDF></x:xmpmeta>',
    );
}

/** Writes the orientation into the EXIF block: `withMetadata` of sharp would embed an sRGB profile too. */
function setOrientation(jpeg: Buffer, orientation: Orientation): void {
  // Tag 0x0112, a SHORT, one value (EXIF 2.32, section 4.6.2).
  const entry = jpeg.indexOf('1201030001000000', 'hex');
  jpeg.writeUInt16LE(orientation, entry + 8);
}

/** Inserts a profile in one segment (ICC.1:2010, annex B.4). */
const withProfile = (jpeg: Buffer, profile: Buffer) =>
  withSegments(jpeg, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', profile));
