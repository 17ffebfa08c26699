import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { aPhoto } from '../../../test/fixtures.ts';
import { Toasts } from '../../app/layout/toasts.tsx';
import { ShareButton } from './share-button.tsx';
import { share } from './share.ts';

const what = { title: 'Harbour', url: 'https://elin.example/photo/1' };

const shareByDevice = jest.fn<typeof navigator.share>();
const writeText = jest.fn<typeof navigator.clipboard.writeText>();
const execCommand = jest.fn<typeof document.execCommand>();

/** A browser with all features; tests remove some. */
beforeEach(() => {
  document.body.innerHTML = '<button>Share</button>';
  shareByDevice.mockReset().mockResolvedValue(undefined);
  writeText.mockReset().mockResolvedValue(undefined);
  execCommand.mockReset().mockReturnValue(true);
  Object.assign(document, { execCommand });
  Object.defineProperty(navigator, 'share', { configurable: true, value: shareByDevice });
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
});

describe('share', () => {
  it('shares by the device', async () => {
    expect(await share(what, document.body)).toBe('shared');
    expect(shareByDevice).toHaveBeenCalledWith(what);
    expect(writeText).not.toHaveBeenCalled();
  });

  it.each([
    ['after a cancellation', 'AbortError'],
    ['while the list of the device is open', 'InvalidStateError'],
  ])('copies nothing %s', async (_, name) => {
    shareByDevice.mockRejectedValue(new DOMException('Not shared', name));

    expect(await share(what, document.body)).toBe('shared');
    expect(writeText).not.toHaveBeenCalled();
  });

  it('copies the link when the device fails', async () => {
    shareByDevice.mockRejectedValue(new DOMException('No', 'NotAllowedError'));

    expect(await share(what, document.body)).toBe('copied');
    expect(writeText).toHaveBeenCalledWith(what.url);
  });

  it('copies the link without Web Share', async () => {
    Reflect.deleteProperty(navigator, 'share');

    expect(await share(what, document.body)).toBe('copied');
    expect(writeText).toHaveBeenCalledWith(what.url);
  });

  it.each(['there is no clipboard', 'the clipboard is refused'])('copies by execCommand where %s', async (why) => {
    Reflect.deleteProperty(navigator, 'share');
    if (why === 'there is no clipboard') Reflect.deleteProperty(navigator, 'clipboard');
    else writeText.mockRejectedValue(new DOMException('No', 'NotAllowedError'));
    const button = document.querySelector('button')!;
    button.focus();
    let copied = '';
    execCommand.mockImplementation(() => {
      copied = (document.activeElement as HTMLTextAreaElement).value;
      return true;
    });

    expect(await share(what, document.body)).toBe('copied');
    expect(copied).toBe(what.url);
    expect(document.activeElement).toBe(button);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it.each([false, 'throws'])('shows the link once when nothing works: execCommand gives %p', async (outcome) => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'clipboard');
    execCommand.mockImplementation(() => {
      if (outcome === 'throws') throw new Error('No');
      return false;
    });

    expect(await share(what, document.body)).toBe('shown');
    expect(await share(what, document.body)).toBe('shown');
    expect(document.querySelector('textarea')).toBeNull();
    expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual([what.url]);
  });
});

describe('the button', () => {
  const click = () => fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  beforeEach(() => {
    document.body.innerHTML = '';
    Reflect.deleteProperty(navigator, 'share');
  });

  it('copies the link although another photo is shown before its code is loaded', async () => {
    const { rerender } = render(<ShareButton key={1} photo={aPhoto({ id: 1 })} />);

    click();
    rerender(<ShareButton key={2} photo={aPhoto({ id: 2 })} />);

    await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/photo/1`));
  });

  it('announces a failure as an alert when another photo is shown and there is no clipboard', async () => {
    await import('../../app/lazy/toast-list.tsx');
    Reflect.deleteProperty(navigator, 'clipboard');
    execCommand.mockReturnValue(false);
    const page = (id: number) => (
      <>
        <Toasts />
        <ShareButton key={id} photo={aPhoto({ id })} />
      </>
    );
    const { rerender } = render(page(1));

    click();
    rerender(page(2));

    expect(await screen.findByRole('alert')).toHaveTextContent('The link could not be shared. Please try again.');
  });
});
