import type { InterludeView, UpdateGallery } from '@portfolio/contracts';
import { useMemo } from 'react';
import { useController, type Control } from 'react-hook-form';

/*
 * The sequence of a gallery, its ordered photos with the texts and pauses between them, as a list of keys: ids of photos,
 * and negative numbers for texts and pauses, −1 for the first.
 */

export const isPhoto = (key: number) => key > 0;
const keyOf = (index: number) => -1 - index;
export const interludeOf = (key: number, interludes: InterludeView[]) => interludes[-1 - key];

export function sequenceOf(photoIds: number[], interludes: InterludeView[]): number[] {
  const photos = new Set(photoIds);
  const keysBefore = new Map<number | null, number[]>();
  interludes.forEach(({ before }, index) => {
    const place = before !== null && photos.has(before) ? before : null;
    keysBefore.set(place, [...(keysBefore.get(place) ?? []), keyOf(index)]);
  });
  return [...photoIds.flatMap((id) => [...(keysBefore.get(id) ?? []), id]), ...(keysBefore.get(null) ?? [])];
}

/** The photos of a sequence, and its texts and pauses, each before the photo that follows. */
export function splitSequence(sequence: number[], interludes: InterludeView[]) {
  const placed: InterludeView[] = [];
  let before: number | null = null;
  for (const key of sequence.toReversed()) {
    if (isPhoto(key)) before = key;
    else placed.unshift({ before, text: interludeOf(key, interludes)?.text ?? null });
  }
  return { photoIds: sequence.filter(isPhoto), interludes: placed };
}

/**
 * Texts and pauses after photos were removed or appended: they stay between the others, and appended photos follow them.
 * Without any photos they stay as they are, for an undo.
 */
export function withPhotos(interludes: InterludeView[], from: number[], to: number[]): InterludeView[] {
  if (from.length === 0 || to.length === 0) return interludes;
  const [before, after] = [new Set(from), new Set(to)];
  const sequence = sequenceOf(from, interludes).filter((key) => !isPhoto(key) || after.has(key));
  const appended = to.find((id) => !before.has(id)) ?? null;
  return splitSequence(sequence, interludes).interludes.map((one) => ({ ...one, before: one.before ?? appended }));
}

/** Numbers of the photos by id, from 1. */
export const numbersOf = (sequence: number[]): ReadonlyMap<number, number> =>
  new Map(sequence.filter(isPhoto).map((id, index) => [id, index + 1]));

/** @example "number 2 of 12", "before number 3" */
export function placeOf(sequence: number[], index: number): string {
  const count = sequence.filter(isPhoto).length;
  const number = sequence.slice(0, index + 1).filter(isPhoto).length;
  if (isPhoto(sequence[index]!)) return `number ${number} of ${count}`;
  return number < count ? `before number ${number + 1}` : 'at the end';
}

/** Index in the sequence at which a photo has a number, from 1. */
export function indexOfNumber(sequence: number[], id: number, number: number): number {
  // A text before the photo keeps its position too.
  if (numbersOf(sequence).get(id) === number) return sequence.indexOf(id);
  const others = sequence.filter((key) => key !== id);
  const next = others.filter(isPhoto)[number - 1];
  return next === undefined ? others.length : others.indexOf(next);
}

const NONE: InterludeView[] = [];

export type Sequence = ReturnType<typeof useSequence>;

/** Sequence of the gallery in a form, with its cover. */
export function useSequence(control: Control<UpdateGallery>) {
  const { field: photos, fieldState: photosState } = useController({ control, name: 'photo_ids' });
  const { field: texts, fieldState: textsState } = useController({ control, name: 'interludes' });
  const { field: cover } = useController({ control, name: 'cover_photo_id' });
  const [ids, interludes] = [photos.value, texts.value ?? NONE];
  const keys = useMemo(() => sequenceOf(ids, interludes), [ids, interludes]);
  const setKeys = (sequence: number[], among = interludes) => {
    const split = splitSequence(sequence, among);
    photos.onChange(split.photoIds);
    texts.onChange(split.interludes);
  };
  return {
    ids,
    interludes,
    keys,
    /** Id of the chosen cover; null for the first photo. */
    coverId: cover.value ?? null,
    setCoverId: (id: number | null) => cover.onChange(id),
    error: photosState.error?.message ?? textsState.error?.message,
    /** Ref of the element that gets the focus at an error. */
    errorRef: (element: HTMLElement | null) => {
      photos.ref(element);
      texts.ref(element);
    },
    setIds: (to: number[]) => {
      texts.onChange(withPhotos(interludes, ids, to));
      photos.onChange(to);
    },
    setKeys,
    /** Inserts a text, or with null a pause. */
    insert: (index: number, text: string | null) =>
      setKeys(keys.toSpliced(index, 0, keyOf(interludes.length)), [...interludes, { before: null, text }]),
    setText: (key: number, text: string) =>
      texts.onChange(interludes.map((one, index) => (keyOf(index) === key ? { ...one, text } : one))),
  };
}
