import { expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { ERRORS } from '@portfolio/contracts';
import { act, renderHook } from '@testing-library/react';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useSaveConflict } from './save-conflict.tsx';

interface Values {
  tags: string;
  text: string;
}

/** Error of a request after the tag `y` was added elsewhere. */
function outdated(): ApiError {
  const { status, message } = ERRORS['request.outdated'];
  const current = { value: { tags: 'y', text: '' }, etag: '"2"' };
  return Object.assign(new ApiError(status, message, 'request.outdated'), { current });
}

/**
 * Saves only the text, which takes two requests.
 *
 * @param tags typed during one of the requests, by its number
 * @returns whether the form has unsaved input, and its tags
 */
async function saveDuring(tags: Record<number, string>): Promise<[hasInput: boolean, tags: string]> {
  const { result } = renderHook(() => {
    const form = useForm<Values>({ defaultValues: { tags: '', text: '' } });
    const conflict = useSaveConflict<Values, Values>({
      form,
      baseRef: useRef({ value: { tags: '', text: '' }, etag: '"1"' }),
      toFormValues: (value) => value,
      labels: {},
      merges: { tags: (_, ours, theirs) => ({ value: theirs + ours, isConflict: false }) },
      submit: jest.fn(),
    });
    return { form, conflict };
  });
  const { form, conflict } = result.current;
  let requests = 0;
  const send = () => {
    requests += 1;
    const typed = tags[requests];
    if (typed !== undefined) form.setValue('tags', typed, { shouldDirty: true });
    return requests === 1 ? Promise.reject(outdated()) : Promise.resolve();
  };
  await act(() => conflict.save({ text: 'x' }, send));
  let hasInput = false;
  act(() => {
    hasInput = conflict.keepLaterInput({ value: { tags: 'y', text: 'x' }, etag: '"3"' });
  });
  return [hasInput, form.getValues('tags')];
}

it('a change from elsewhere that is taken back during the save is unsaved input', async () => {
  await expect(saveDuring({ 2: '' })).resolves.toEqual([true, '']);
});

it('input during the save that is merged with a change from elsewhere is unsaved input', async () => {
  await expect(saveDuring({ 1: 'x' })).resolves.toEqual([true, 'yx']);
});

it('a change from elsewhere alone is no unsaved input', async () => {
  await expect(saveDuring({})).resolves.toEqual([false, 'y']);
});
