import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { inTransition, pictureIn, pictureTo } from './transition.ts';

const GALLERY = `
  <a href="/photo/1"><picture id="first"></picture></a>
  <a href="/photo/2"><picture id="second"></picture></a>`;
const STAGE = '<picture id="stage" data-transition="photo"></picture>';

/** The named picture; the styles name the stage. */
function named() {
  const pictures = [...document.querySelectorAll<HTMLElement>('picture')];
  const found = pictures.filter(({ style, dataset }) => style.viewTransitionName === 'photo' || dataset['transition']);
  // Browsers skip a transition with two elements of a name.
  if (found.length > 1) throw new DOMException('two of one name', 'InvalidStateError');
  return found[0]?.id;
}

/** A view transition whose steps the test runs. */
function aBrowserWithTransitions() {
  const transitions: {
    from: string | undefined;
    to: string | undefined;
    run: () => void;
    finish: () => Promise<void>;
    skip: () => Promise<void>;
  }[] = [];
  document.startViewTransition = ((update: () => void) => {
    let refuse = (_: Error) => {};
    const ready = new Promise<void>((_, reject) => (refuse = reject));
    let end = () => {};
    const finished = new Promise<void>((resolve) => (end = resolve));
    const transition = {
      from: named(),
      to: undefined as string | undefined,
      run: () => {
        update();
        transition.to = named();
      },
      finish: async () => {
        end();
        await new Promise((resolve) => setTimeout(resolve));
      },
      skip: async () => {
        refuse(new DOMException('skipped', 'AbortError'));
        await new Promise((resolve) => setTimeout(resolve));
      },
    };
    transitions.push(transition);
    return { ready, finished, updateCallbackDone: Promise.resolve(), skipTransition() {} };
  }) as unknown as Document['startViewTransition'];
  return transitions;
}

const link = (address: string) => document.querySelector(`a[href="${address}"]`) ?? undefined;

beforeEach(() => {
  document.body.innerHTML = GALLERY;
  // Everything is in view: jsdom has no layout.
  Element.prototype.getBoundingClientRect = () => ({ top: 10, bottom: 20 }) as DOMRect;
});
afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition');
});

/** To the photo page, and back. */
const there = (address: string, change: () => unknown = () => {}) =>
  inTransition(
    () => {
      document.body.innerHTML = STAGE;
      change();
    },
    { before: () => pictureIn(link(address)), after: () => null },
  );
const back = (address: string) =>
  inTransition(() => (document.body.innerHTML = GALLERY), { before: () => null, after: () => pictureTo(address) });

describe('inTransition', () => {
  it('changes at once in a browser without view transitions', () => {
    const change = jest.fn();
    there('/photo/2', change);

    expect(change).toHaveBeenCalledTimes(1);
  });

  it('changes at once with reduced motion', () => {
    const transitions = aBrowserWithTransitions();
    const matchMedia = jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    const change = jest.fn();

    there('/photo/2', change);

    expect(matchMedia).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)');
    expect(change).toHaveBeenCalledTimes(1);
    expect(transitions).toEqual([]);
    matchMedia.mockRestore();
  });

  it('names the picture of the link, then the stage', () => {
    const transitions = aBrowserWithTransitions();

    there('/photo/2');
    transitions[0]?.run();

    expect(transitions).toMatchObject([{ from: 'second', to: 'stage' }]);
  });

  it('names the tile on the way back, and another tile after that', async () => {
    const transitions = aBrowserWithTransitions();
    document.body.innerHTML = STAGE;

    back('/photo/2');
    transitions[0]?.run();
    await transitions[0]?.finish();
    there('/photo/1');
    transitions[1]?.run();

    expect(transitions).toMatchObject([
      { from: 'stage', to: 'second' },
      { from: 'first', to: 'stage' },
    ]);
  });

  it.each([
    ['until it is decoded', { complete: true, naturalWidth: 640 }, /640\.avif/],
    ['but not with one that is still loading', { complete: false, naturalWidth: 640 }, /^$/],
    ['but not with one that failed', { complete: true, naturalWidth: 0 }, /^$/],
  ])('fills the new picture with the old rendition %s', (_, state, background) => {
    const transitions = aBrowserWithTransitions();
    const image = document.createElement('img');
    for (const [name, value] of Object.entries({ ...state, currentSrc: '/media/2/640.avif' }))
      Object.defineProperty(image, name, { value });
    document.getElementById('second')!.append(image);

    there('/photo/2', () => (document.body.innerHTML = '<div data-transition="photo"><picture></picture></div>'));
    transitions[0]?.run();

    expect(document.querySelector('picture')!.style.backgroundImage).toMatch(background);
  });

  it('names one picture when a second change skips the first', () => {
    const transitions = aBrowserWithTransitions();
    document.body.innerHTML = STAGE;
    back('/photo/2');
    transitions[0]?.run();

    there('/photo/1');
    transitions[1]?.run();

    expect(transitions[1]).toMatchObject({ from: 'first', to: 'stage' });
  });

  it('ignores the rejection of a skipped transition', async () => {
    const transitions = aBrowserWithTransitions();

    there('/photo/2');
    // Jest fails a test with an unhandled rejection.
    await transitions[0]?.skip();
  });
});
