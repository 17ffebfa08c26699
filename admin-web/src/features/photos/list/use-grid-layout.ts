import { useLayoutEffect, useState, type RefObject } from 'react';

/** Where cards stand, in pixels. */
export interface GridLayout {
  columns: number;
  /** From the top of one row to the top of the next. */
  row: number;
  /** How high the picture is at the top of a card. */
  picture: number;
  /** From the top of the page to the grid. */
  top: number;
}

/** Rem that a card should at least be wide; on a phone; and up to which width of the window it is one. */
const LEAST = 15;
const LEAST_ON_A_PHONE = 8.5;
const PHONE = 40;
/** Pixels of a row where nothing has a size. */
const UNMEASURED_ROW = 400;

/**
 * Measures the room for cards, and one card: all are of one height, since each of their lines keeps its room. So the height
 * is right with any size of letters and any space between lines.
 *
 * @param frame around the grid
 * @param ruler a card that is always there, unseen
 * @returns undefined until measured
 */
export function useGridLayout(
  frame: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
): GridLayout | undefined {
  const [layout, setLayout] = useState<GridLayout>();

  useLayoutEffect(() => {
    const elements = [frame.current, ruler.current];
    const [around, card] = elements;
    if (!around || !card) return;
    const measure = () => {
      const next = measured(around, card);
      setLayout((before) => (before && isSame(before, next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // What stands above the grid moves it without changing its size.
    for (const element of [...elements, around.parentElement, ...(around.parentElement?.children ?? [])]) {
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [frame, ruler]);

  return layout;
}

function measured(frame: HTMLElement, ruler: HTMLElement): GridLayout {
  const { columnGap, rowGap } = getComputedStyle(frame);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const [gap, below] = [parseFloat(columnGap) || 0, parseFloat(rowGap) || 0];
  const width = frame.clientWidth;
  const least = (innerWidth <= PHONE * rem ? LEAST_ON_A_PHONE : LEAST) * rem;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  // As wide as the cards will be: those that stand still have the old number of columns.
  ruler.style.inlineSize = `${(width - (columns - 1) * gap) / columns}px`;
  const height = ruler.offsetHeight;
  return {
    columns,
    row: height > 0 ? height + below : UNMEASURED_ROW,
    picture: ruler.querySelector<HTMLElement>('[data-tile]')?.offsetHeight ?? 0,
    top: Math.round(frame.getBoundingClientRect().top + scrollY),
  };
}

const isSame = (one: GridLayout, other: GridLayout) =>
  (Object.keys(one) as (keyof GridLayout)[]).every((name) => one[name] === other[name]);
