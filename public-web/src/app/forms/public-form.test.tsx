import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { IsFilled } from '@portfolio/contracts';
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
import { usePublicForm, type ControlledForm } from './use-public-form.ts';

const FAILED = 'It could not be sent.';
const REFUSED = 'Not today.';

class Wish {
  wish = '';
}

class RequiredWish {
  @IsFilled('Wish is required')
  wish = '';
}

interface WishFormProps {
  about?: number | undefined;
  prefilled?: { wish: string };
  /** Without it the definition cannot be loaded. */
  post?: ((sent: object) => unknown) | undefined;
  loading?: Promise<void> | undefined;
  request?: typeof Wish | undefined;
}

/** A form with one field and a context. */
function WishForm({ about, prefilled = { wish: '' }, post, loading, request = Wish }: WishFormProps) {
  const form = usePublicForm({
    name: 'wish',
    context: about === undefined ? {} : { about },
    prefilled,
    load: async () => {
      await loading;
      if (!post) throw new TypeError('Failed to fetch dynamically imported module');
      const send = async (_api: unknown, sent: object) => post(sent);
      const definition = { names: ['wish'], limits: {}, request, post: send, explain: () => REFUSED };
      return { createController: (controlled: ControlledForm) => new FormController(definition, controlled) };
    },
    failure: FAILED,
    success: 'Sent!',
  });
  return (
    <PublicForm form={form} labelledBy="wish" submit="Send" busyLabel="Sending..." afterSuccess="It may come true.">
      <h2 id="wish">Your wish</h2>
      <TextField label="Wish" {...form.field('wish')} />
    </PublicForm>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Wish' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const honeypot = () => document.querySelector<HTMLInputElement>('input[name=website]') as HTMLInputElement;

let submit: ReturnType<typeof jest.spyOn>;
let isOnline: boolean;
/** How the page was loaded. */
let loaded: 'navigate' | 'reload';
beforeEach(() => {
  sessionStorage.clear();
  // The clock runs fast, past the anti-spam minimum.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
  submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  loaded = 'navigate';
  // jsdom has no navigation timing.
  Object.assign(performance, { getEntriesByType: () => [{ type: loaded }] });
  isOnline = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(performance, 'getEntriesByType');
});

describe('a form whose controller cannot be loaded', () => {
  it('is submitted by the browser', async () => {
    renderAt('/', <WishForm />);
    await userEvent.type(field(), 'Rain');
    await send();

    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    const [form] = submit.mock.contexts as HTMLFormElement[];
    expect(form).toHaveAttribute('method', 'post');
    expect(Object.fromEntries(new FormData(form))).toEqual({ wish: 'Rain', website: '' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a failure at each attempt while offline, and keeps its values', async () => {
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

describe('a form that is left before its controller fails to load', () => {
  it('shows a toast', async () => {
    let fail: (error: Error) => void = () => undefined;
    openWithToasts(jest.fn(), new Promise<void>((_resolve, reject) => (fail = reject)));
    await userEvent.type(field(), 'Rain');
    await send();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    fail(new TypeError('Failed to fetch dynamically imported module'));

    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(submit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('a refused form', () => {
  const refuse = () => {
    throw new ApiError(429, REFUSED, 'request.too-many');
  };

  it('announces the failure at each attempt', async () => {
    renderAt('/', <WishForm post={refuse} />);
    await send();
    const first = await screen.findByRole('alert');
    await send();

    await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first));
    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);
  });

  it('shows a toast when the visitor has left the page', async () => {
    let respond: () => void = () => undefined;
    const post = () => new Promise<void>((_resolve, reject) => (respond = () => reject(new ApiError(503, 'Busy'))));
    openWithToasts(post);
    await send();
    await screen.findByRole('button', { name: 'Sending...' });
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('alert')).toBeNull();
    respond();

    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
  });
});

it('a form that is left while its file loads is sent', async () => {
  let load = (): void => undefined;
  const post = jest.fn();
  openWithToasts(post, new Promise<void>((resolve) => (load = resolve)));
  await userEvent.type(field(), 'A print');
  await send();
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));

  load();

  expect(await screen.findByText('Sent!')).toBeInTheDocument();
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ wish: 'A print' }));
});

describe('a form that is left while it is sent', () => {
  const goOn = (name: 'Leave' | 'Return') => userEvent.click(screen.getByRole('button', { name }));

  /** Sends "Rain", and returns to a new form before the response. */
  async function sendAndReturn() {
    let respond = { resolve: (): void => undefined, reject: (_error: Error): void => undefined };
    openWithToasts(() => new Promise<void>((resolve, reject) => (respond = { resolve, reject })));
    await userEvent.type(field(), 'Rain');
    await send();
    await screen.findByRole('button', { name: 'Sending...' });
    await goOn('Leave');
    await goOn('Return');
    return respond;
  }

  it('is empty on return', async () => {
    const { resolve } = await sendAndReturn();
    resolve();

    await screen.findByText('Sent!');
    expect(field()).toHaveValue('');
  });

  it.each([
    ['its values', '', 'Rain'],
    ['newer input', 'Snow', 'Snow'],
  ])('has %s after a failure', async (_what, typed, expected) => {
    const { reject } = await sendAndReturn();
    if (typed) await userEvent.type(field(), typed);
    reject(new ApiError(503, 'Busy'));
    await screen.findByRole('alert');
    expect(field()).toHaveValue(expected);
    await goOn('Leave');
    await goOn('Return');

    await waitFor(() => expect(field()).toHaveValue(expected));
  });

  it('is empty on return while a second one is sent', async () => {
    const responses: (() => void)[] = [];
    openWithToasts(() => new Promise<void>((resolve) => responses.push(resolve)));
    for (const wish of ['Rain', 'Snow']) {
      await userEvent.type(field(), wish);
      await send();
      await screen.findByRole('button', { name: 'Sending...' });
      await goOn('Leave');
      await goOn('Return');
    }
    responses[0]!();
    await screen.findByText('Sent!');
    await goOn('Leave');
    await goOn('Return');
    await userEvent.click(field());
    expect(field()).toHaveValue('');
  });
});

describe('a sent form', () => {
  it('confirms no longer when its controller cannot be loaded', async () => {
    isOnline = false;
    renderAt('/?sent=wish', <WishForm />);
    expect(screen.getByRole('status')).toHaveTextContent('Sent! It may come true.');
    await userEvent.type(field(), 'Rain');
    await send();

    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('confirms no longer when it is sent again with errors', async () => {
    openWithToasts(() => undefined, undefined, RequiredWish);
    await userEvent.type(field(), 'A print');
    await send();
    await screen.findByText(/It may come true\./);
    await send();

    expect(await screen.findByText('Wish is required')).toBeVisible();
    expect(screen.queryByText(/It may come true\./)).toBeNull();
  });

  it.each([
    ['its draft', '/?sent=wish', 3, ['wish '], ''],
    ['its draft without a context', '/?sent=wish', undefined, ['wish 3'], ''],
    ['the draft with the context of its address', '/?sent=wish&about=3', undefined, ['wish '], 'Rain'],
  ])('posted by the browser removes %s', async (_what, address, about, remaining, value) => {
    for (const key of ['wish ', 'wish 3']) sessionStorage.setItem(key, '{"wish":"Rain"}');
    renderAt(address, <WishForm about={about} post={() => undefined} />);

    await waitFor(() => expect(field()).toHaveValue(value));
    await userEvent.click(field());
    expect(field()).toHaveValue(value);
    expect(Object.keys(sessionStorage)).toEqual(remaining);
  });

  it('restores its draft after a reload', async () => {
    loaded = 'reload';
    sessionStorage.setItem('wish ', '{"wish":"Rain"}');
    renderAt('/?sent=wish', <WishForm post={() => undefined} />);

    await waitFor(() => expect(field()).toHaveValue('Rain'));
  });

  it('confirms in the form, announced once', async () => {
    openWithToasts(() => undefined);
    await send();

    const form = await screen.findByText(/It may come true\./);
    expect(form).toHaveTextContent('Sent! It may come true.');
    const toast = await screen.findByText('Sent!', { selector: 'p' });
    const announced = screen.getAllByText('Sent!').filter((one) => !one.closest('[aria-hidden=true]'));
    expect(announced).toEqual([toast]);
  });
});

describe('the honeypot', () => {
  it('is hidden from password managers, and cleared after a refusal', async () => {
    const sent: object[] = [];
    const post = (one: { website?: string }) => {
      sent.push(one);
      if (one.website) throw new ApiError(400, REFUSED, 'request.spam');
    };
    renderAt('/', <WishForm post={post} />);
    for (const mark of ['data-1p-ignore', 'data-bwignore', 'data-lpignore']) expect(honeypot()).toHaveAttribute(mark);
    honeypot().value = 'https://elin.example';
    await send();
    await screen.findByRole('alert');
    await send();

    expect(await screen.findByText(/It may come true\./)).toBeVisible();
    expect(sent).toMatchObject([{ website: 'https://elin.example' }, { website: '' }]);
  });
});

it('a form with a broken draft is sent', async () => {
  sessionStorage.setItem('wish ', '{');
  const post = jest.fn();
  renderAt('/', <WishForm post={post} />);
  await userEvent.type(field(), 'Rain');
  await send();

  expect(await screen.findByText(/It may come true\./)).toBeVisible();
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ wish: 'Rain' }));
});

describe('a form with another context', () => {
  it('moves its draft', async () => {
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

  /** Sends "Rain", and changes the context before the response. */
  async function sendAndChange() {
    let respond = { resolve: (): void => undefined, reject: (_error: Error): void => undefined };
    renderAt('/', <About post={() => new Promise<void>((resolve, reject) => (respond = { resolve, reject }))} />);
    await userEvent.type(field(), 'Rain');
    await send();
    await screen.findByRole('button', { name: 'Sending...' });
    await userEvent.click(screen.getByRole('button', { name: 'In general' }));
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['wish ']));
    return respond;
  }

  it('leaves no draft when it was sent before', async () => {
    (await sendAndChange()).resolve();

    await screen.findByText(/It may come true\./);
    expect(sessionStorage).toHaveLength(0);
  });

  it('has one draft when it was refused', async () => {
    (await sendAndChange()).reject(new ApiError(503, 'Busy'));

    await screen.findByRole('alert');
    expect(Object.keys(sessionStorage)).toEqual(['wish ']);
  });

  function About({ post = () => undefined }: Pick<WishFormProps, 'post'>) {
    const [about, setAbout] = useState<number | undefined>(3);
    return (
      <>
        <WishForm about={about} post={post} />
        <button onClick={() => setAbout(undefined)}>In general</button>
      </>
    );
  }
});

describe('a form returned by the server', () => {
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
  const open = (address: string, state: FormState | null = back) =>
    renderAt(
      address,
      <FormStateContext value={state}>
        <TwoPages />
      </FormStateContext>,
    );
  const goOn = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Return' }));
  };

  it('has its error until the visitor navigates, and its values on return', async () => {
    open('/');
    expect(field()).toHaveValue('Snow');
    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);

    await goOn();
    await waitFor(() => expect(field()).toHaveValue('Snow'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has its prefilled values for no draft once it was sent', async () => {
    const form = <WishForm prefilled={{ wish: 'A print' }} post={() => undefined} />;
    renderAt('/', <FormStateContext value={back}>{form}</FormStateContext>);
    await send();
    await screen.findByText(/It may come true\./);
    await userEvent.type(field(), '!');
    await waitFor(() => expect(sessionStorage.getItem('wish ')).toBe('{"wish":"A print!"}'));
    await userEvent.type(field(), '{Backspace}');

    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(field()).toHaveValue('A print');
  });

  it('confirms nothing at the address of a form sent before', () => {
    open('/?sent=wish');

    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('confirms a sent form until the visitor navigates', async () => {
    open('/?sent=wish', null);
    expect(screen.getByRole('status')).toHaveTextContent('Sent! It may come true.');
    expect(screen.getByText('Sent!').closest('[aria-hidden=true]')).toBeNull();

    await goOn();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

/** Renders the form with toasts and a button that unmounts it, and mounts a new one. */
function openWithToasts(post: (sent: object) => unknown, loading?: Promise<void>, request?: typeof Wish) {
  function Page() {
    const [isThere, setThere] = useState(true);
    return (
      <>
        <Toasts />
        {isThere && <WishForm post={post} loading={loading} request={request} />}
        <button onClick={() => setThere(!isThere)}>{isThere ? 'Leave' : 'Return'}</button>
      </>
    );
  }
  renderAt('/', <Page />);
}
