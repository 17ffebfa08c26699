import sharp from 'sharp';

const SIZE = { width: 480, height: 320 };
/** Distance of two colour levels, which no encoder mixes up. */
const STEP = 24;
const LEVELS = 10;
const COLOURS = LEVELS ** 3;
/** Allowed error of a mean after two encodings. */
const TOLERANCE = STEP / 2 - 2;

type Colour = [number, number, number];

/** Picture with a colour on each half, unique for each number below a million. */
export async function colouredPicture(number: number): Promise<Buffer> {
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

/** Whether an encoded picture of any size shows the number. */
export async function showsNumber(file: Uint8Array, number: number): Promise<boolean> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return coloursOf(number).every((expected, side) => {
    const found = meanColour(data, info, side === 0 ? 0.1 : 0.6, side === 0 ? 0.4 : 0.9);
    return expected.every((level, channel) => Math.abs(level - found[channel]!) <= TOLERANCE);
  });
}

function coloursOf(number: number): [Colour, Colour] {
  return [colour(number % COLOURS), colour(Math.floor(number / COLOURS) + ((number * 7) % COLOURS))];
}

function colour(index: number): Colour {
  const level = (digit: number) => 10 + STEP * (Math.floor((index % COLOURS) / LEVELS ** digit) % LEVELS);
  return [level(0), level(1), level(2)];
}

const rgb = ([r, g, b]: Colour) => ({ r, g, b });

/** Mean of the middle rows between two shares of the width. */
function meanColour(
  data: Buffer,
  { width, height }: { width: number; height: number },
  from: number,
  to: number,
): Colour {
  const total: Colour = [0, 0, 0];
  let count = 0;
  for (let y = Math.floor(height * 0.2); y < height * 0.8; y += 1) {
    for (let x = Math.floor(width * from); x < width * to; x += 1) {
      for (const channel of [0, 1, 2] as const) total[channel] += data[(y * width + x) * 3 + channel]!;
      count += 1;
    }
  }
  return total.map((each) => each / count) as Colour;
}
