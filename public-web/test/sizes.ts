export interface Viewport {
  width: number;
  height: number;
}

/** CSS pixels of a `sizes` attribute in a viewport: evaluates its media conditions and CSS functions. */
export function sizeIn({ width, height }: Viewport, sizes: string): number {
  const units: Record<string, number> = { px: 1, rem: 16, vw: width / 100, vh: height / 100 };
  const pixels = (text: string) => parseFloat(text) * (units[text.replace(/^[-\d.]+/, '')] ?? 1);
  const entry = splitAtCommas(sizes)
    .map((one) => /^\((min|max)-width: ([^)]+)\) (.+)$/.exec(one) ?? ['', 'min', '0', one])
    .find(([, bound, limit]) => (bound === 'min' ? width >= pixels(limit!) : width <= pixels(limit!)));
  const tokens = entry?.[3]?.match(/-?[\d.]+[a-z]*|[a-z]*\(|[)+*/,]|-(?= )/g) ?? [];

  const functions: Record<string, (...values: number[]) => number> = {
    '(': (value) => value!,
    'calc(': (value) => value!,
    'min(': Math.min,
    'max(': Math.max,
    'clamp(': (least, value, most) => Math.min(Math.max(value!, least!), most!),
  };
  const value = (): number => {
    const token = tokens.shift() ?? '';
    const run = functions[token];
    if (!run) return pixels(token);
    const values = [sum()];
    while (tokens.shift() === ',') values.push(sum());
    return run(...values);
  };
  const product = (): number => {
    let result = value();
    while (tokens[0] === '*' || tokens[0] === '/') result *= tokens.shift() === '*' ? value() : 1 / value();
    return result;
  };
  const sum = (): number => {
    let result = product();
    while (tokens[0] === '+' || tokens[0] === '-') result += tokens.shift() === '+' ? product() : -product();
    return result;
  };
  return sum();
}

/** Splits at commas outside of brackets. */
function splitAtCommas(text: string): string[] {
  let depth = 0;
  const marked = [...text].map((one) => {
    depth += one === '(' ? 1 : one === ')' ? -1 : 0;
    return one === ',' && depth === 0 ? '\n' : one;
  });
  return marked
    .join('')
    .split('\n')
    .map((one) => one.trim());
}
