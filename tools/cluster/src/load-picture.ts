import sharp from 'sharp';

const SIZE = { width: 480, height: 320 };
/** Apart enough that no encoder takes one colour for its neighbour. */
const STEP = 24;
const LEVELS = 10;
const COLOURS = LEVELS ** 3;
/** How far a mean may be off, after two encoders. */
const TOLERANCE = STEP / 2 - 2;

type Colour = [number, number, number];

/** A picture of two colours, left and right, that no other number below a million has. */
export async function numberedPicture(number: number): Promise<Buffer> {
  const [left, right] = coloursOf(number);
  const half = { width: SIZE.width / 2, height: SIZE.height, channels: 3 as const };
  const rightHalf = await sharp({ create: { ...half, background: rgb(right) } })
    .png()
    .toBuffer();
  return sharp({ create: { ...SIZE, channels: 3, background: rgb(left) } })
    .composite([{ input: rightHalf, left: half.width, top: 0 }])
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Whether an encoded picture, of whatever size, shows that number. */
export async function showsNumber(file: Uint8Array, number: number): Promise<boolean> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return coloursOf(number).every((wanted, side) => {
    const found = meanOf(data, info, side === 0 ? 0.1 : 0.6, side === 0 ? 0.4 : 0.9);
    return wanted.every((level, channel) => Math.abs(level - found[channel]!) <= TOLERANCE);
  });
}

function coloursOf(number: number): [Colour, Colour] {
  return [colour(number % COLOURS), colour(Math.floor(number / COLOURS) + ((number * 7) % COLOURS))];
}

function colour(index: number): Colour {
  const level = (place: number) => 10 + STEP * (Math.floor((index % COLOURS) / LEVELS ** place) % LEVELS);
  return [level(0), level(1), level(2)];
}

const rgb = ([r, g, b]: Colour) => ({ r, g, b });

/** Of the middle rows, between two shares of the width. */
function meanOf(data: Buffer, { width, height }: { width: number; height: number }, from: number, to: number): Colour {
  const sum: Colour = [0, 0, 0];
  let count = 0;
  for (let y = Math.floor(height * 0.2); y < height * 0.8; y += 1) {
    for (let x = Math.floor(width * from); x < width * to; x += 1) {
      for (const channel of [0, 1, 2] as const) sum[channel] += data[(y * width + x) * 3 + channel]!;
      count += 1;
    }
  }
  return sum.map((each) => each / count) as Colour;
}
