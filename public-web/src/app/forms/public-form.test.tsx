import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { TextField } from '@portfolio/ui/field';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderAt } from '../../../test/render-page.tsx';
import { FormStateContext, type FormState } from './form-state.ts';
import { useNavigation, useRouteLocation } from '../router/navigation.ts';
import { Toasts } from '../layout/toasts.tsx';
import { FormController } from './form-controller.ts';
import { PublicForm } from './public-form.tsx';
import { usePublicForm, type HelpedForm } from './use-public-form.ts';

const FAILED = 'It could not be sent.';
const REFUSED = 'Not today.';

class Wish {
  wish = '';
}

/** A form with one field, about something; `post` takes what it sends, and without it what helps to send cannot be had. */
function WishForm({ about, post }: { about?: number | undefined; post?: ((sent: object) => unknown) | undefined }) {
  const form = usePublicForm({
    name: 'wish',
    about: about === undefined ? {} : { about },
    help: async () => {
      if (!post) throw new TypeError('Failed to fetch dynamically imported module');
      const send = async (_api: unknown, sent: object) => post(sent);
      const kind = { names: ['wish'], limits: {}, request: Wish, post: send, explain: () => REFUSED };
      return { helpWith: (helped: HelpedForm) => new FormController(kind, helped) };
    },
    failure: FAILED,
    said: 'Sent!',
  });
  return (
    <PublicForm
      id="wish-form"
      form={form}
      labelledBy="wish"
      submit="Send"
      busyLabel="Sending..."
      done="It may come true."
    >
      <h2 id="wish">Your wish</h2>
      <TextField label="Wish" {...form.field('wish')} />
    </PublicForm>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Wish' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const trap = () => document.querySelector<HTMLInputElement>('input[name=website]') as HTMLInputElement;

let submit: ReturnType<typeof jest.spyOn>;
let isOnline: boolean;
beforeEach(() => {
  sessionStorage.clear();
  // More than enough time passes between any two looks at the clock: nobody has to wait for the form's patience.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
  submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  isOnline = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a form whose help cannot be had', () => {
  it('is sent by the browser, as it was filled in', async () => {
    renderAt('/', <WishForm />);
    await userEvent.type(field(), 'Rain');
    await send();

    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    const [form] = submit.mock.contexts as HTMLFormElement[];
    expect(form).toHaveAttribute('method', 'post');
    expect(Object.fromEntries(new FormData(form))).toEqual({ wish: 'Rain', website: '' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says so where there is no network, each time, and keeps what was typed', async () => {
    isOnline = false;
    renderAt('/', <WishForm />);
    await userEvent.type(field(), 'Rain');
    await send();
    const first = await screen.findByRole('alert');
    expect(first).toHaveTextContent(FAILED);

    await send();
    await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first));
    expect(screen.getByRole('alert')).toHaveTextContent(FAILED);
    expect(submit).not.toHaveBeenCalled();
    expect(field()).toHaveValue('Rain');
  });
});

describe('a form that is refused', () => {
  const refuse = () => {
    throw new ApiError(429, REFUSED, 'request.too-many');
  };

  it('says so each time anew, for those who listen', async () => {
    renderAt('/', <WishForm post={refuse} />);
    await send();
    const first = await screen.findByRole('alert');
    await send();

    await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first));
    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);
  });

  it('says so in passing to somebody who has gone on meanwhile', async () => {
    let answer: () => void = () => undefined;
    const post = () => new Promise<void>((_resolve, reject) => (answer = () => reject(new ApiError(503, 'Busy'))));
    openWithToasts(post);
    await send();
    await screen.findByRole('button', { name: 'Sending...' });
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('alert')).toBeNull();
    answer();

    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
  });
});

describe('a form that was sent', () => {
  it('says it in the form, and once to those who listen', async () => {
    openWithToasts(() => undefined);
    await send();

    const form = await screen.findByText(/It may come true\./);
    expect(form).toHaveTextContent('Sent! It may come true.');
    const toast = await screen.findByText('Sent!', { selector: 'p' });
    const heard = screen.getAllByText('Sent!').filter((one) => !one.closest('[aria-hidden=true]'));
    expect(heard).toEqual([toast]);
  });
});

describe('the trap for programs', () => {
  it('is not for password managers, and what one has written into it is gone the next time', async () => {
    const sent: object[] = [];
    const post = (one: { website?: string }) => {
      sent.push(one);
      if (one.website) throw new ApiError(400, REFUSED, 'request.spam');
    };
    renderAt('/', <WishForm post={post} />);
    for (const mark of ['data-1p-ignore', 'data-bwignore', 'data-lpignore']) expect(trap()).toHaveAttribute(mark);
    trap().value = 'https://elin.example';
    await send();
    await screen.findByRole('alert');
    await send();

    expect(await screen.findByText(/It may come true\./)).toBeVisible();
    expect(sent).toMatchObject([{ website: 'https://elin.example' }, { website: '' }]);
  });
});

describe('a form that is about something else than before', () => {
  it('takes its draft along', async () => {
    const page = renderAt('/', <About />);
    await userEvent.type(field(), 'Rain');
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'In general' }));
    page.unmount();

    const before = renderAt('/', <WishForm about={3} post={() => undefined} />);
    expect(sessionStorage).toHaveLength(1);
    expect(field()).toHaveValue('');
    before.unmount();

    renderAt('/', <WishForm post={() => undefined} />);
    await waitFor(() => expect(field()).toHaveValue('Rain'));
    await userEvent.clear(field());
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  function About() {
    const [about, setAbout] = useState<number | undefined>(3);
    return (
      <>
        <WishForm about={about} post={() => undefined} />
        <button onClick={() => setAbout(undefined)}>In general</button>
      </>
    );
  }
});

describe('a form that came back from the server', () => {
  const back: FormState = { form: 'wish', values: { wish: 'Snow' }, errors: {}, failure: REFUSED };

  function TwoPages() {
    const { navigate } = useNavigation();
    const { pathname } = useRouteLocation();
    return (
      <>
        {pathname === '/' && <WishForm post={() => undefined} />}
        <button onClick={() => navigate('/about')}>Leave</button>
        <button onClick={() => navigate('/')}>Return</button>
      </>
    );
  }
  const open = (address: string) =>
    renderAt(
      address,
      <FormStateContext value={back}>
        <TwoPages />
      </FormStateContext>,
    );
  const goOn = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Return' }));
  };

  it('is as it was filled in, and not any more once the visitor has gone on', async () => {
    open('/');
    expect(field()).toHaveValue('Snow');
    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);

    await goOn();
    expect(field()).toHaveValue('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('confirms what was sent, all of it, and not any more once the visitor has gone on', async () => {
    open('/?sent=wish');
    expect(screen.getByRole('status')).toHaveTextContent('Sent! It may come true.');
    expect(screen.getByText('Sent!').closest('[aria-hidden=true]')).toBeNull();

    await goOn();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

/** Opens the form on a page with passing messages, and a way to leave the form. */
function openWithToasts(post: () => unknown) {
  function Page() {
    const [isThere, setThere] = useState(true);
    return (
      <>
        <Toasts />
        {isThere && <WishForm post={post} />}
        <button onClick={() => setThere(false)}>Leave</button>
      </>
    );
  }
  renderAt('/', <Page />);
}
