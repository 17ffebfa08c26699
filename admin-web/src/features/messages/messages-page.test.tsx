import { describe, expect, it } from '@jest/globals';
import { ERRORS, type MessageView } from '@portfolio/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aDashboard, aMessage, aMessageList, aPhoto } from '../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

/** Page with stored messages. */
function showing(messages: MessageView[], at = '/admin/messages') {
  let stored = messages;
  const page = renderSignedIn(at, {
    'GET /admin/messages': ({ query }) =>
      aMessageList(stored.filter(({ name }) => name.includes(query.get('search') ?? ''))),
    'GET /admin/dashboard': () => aDashboard({ unreadMessages: aMessageList(stored).unread }),
  });
  for (const { id } of messages) {
    page.api.respond(`PUT /admin/messages/${id}/read`, ({ body }) => {
      const { is_read } = body as { is_read: boolean };
      stored = stored.map((message) => (message.id === id ? { ...message, is_read } : message));
      return { message: stored.find((message) => message.id === id) };
    });
    page.api.respond(`DELETE /admin/messages/${id}`, () => {
      stored = stored.filter((message) => message.id !== id);
      return { message: 'Message deleted' };
    });
  }
  const store = (message: MessageView) => (stored = [...stored, message]);
  const receive = (message: MessageView) => {
    store(message);
    return page.events.emit({ type: 'message.created', message_id: message.id });
  };
  return { ...page, store, receive };
}

/** Focused after an action whose button disappears. */
const panes = () => screen.getByRole('searchbox').closest('[tabindex="-1"]');

const row = async (name: RegExp) =>
  within(await screen.findByRole('list', { name: 'Messages' })).findByRole('link', { name });
const rows = async () => {
  const list = within(await screen.findByRole('list', { name: 'Messages' }));
  return list.getAllByRole('link').map(({ textContent }) => textContent!.match(/^(Unread: )?\w+/)![0]);
};
const article = () => screen.findByRole('article');
const subject = (name: string) => screen.findByRole('heading', { name, level: 2 });

const ruth = () =>
  aMessage({
    name: 'Ruth',
    email: 'ruth@example.com',
    subject: 'The harbour',
    message: 'Is there a print of it?\n<img src=x>',
    created_at: '2026-03-14T09:26:53.000Z',
  });

describe('the messages', () => {
  it('list unread ones first, with their count', async () => {
    showing([aMessage({ name: 'Jo', is_read: true }), aMessage({ name: 'Ann' }), aMessage({ name: 'Ruth' })]);

    expect(await rows()).toEqual(['Unread: Ruth', 'Unread: Ann', 'Jo']);
    expect(screen.getByText('2 unread')).toBeVisible();
    expect(await screen.findByRole('link', { name: /Messages 2 unread/ })).toBeVisible();
    expect(screen.getByText('Choose a message to read it.')).toBeVisible();
  });

  it('are marked as read when opened, and keep their position', async () => {
    const message = ruth();
    const { user, api, address } = showing([message, aMessage({ name: 'Ann' })]);

    await user.click(await row(/^Unread: Ruth The harbour$/));

    const opened = within(await article());
    expect(await subject('The harbour')).toHaveFocus();
    expect(address()).toBe(`/admin/messages?message=${message.id}`);
    expect(opened.getByRole('link', { name: 'ruth@example.com' })).toHaveAttribute('href', 'mailto:ruth@example.com');
    expect(opened.getByText(/print of it/).textContent).toBe('Is there a print of it?\n<img src=x>');
    expect(opened.getByText(/2026/)).toHaveAttribute('datetime', '2026-03-14T09:26:53.000Z');
    await waitFor(async () => expect(await rows()).toEqual(['Unread: Ann', 'Ruth']));
    expect(api.bodiesOf(`PUT /admin/messages/${message.id}/read`)).toEqual([{ is_read: true }]);
    await waitFor(() => expect(screen.getByRole('link', { name: /Messages 1 unread/ })).toBeVisible());
    expect(await row(/Ruth/)).toHaveAttribute('aria-current', 'true');
  });

  it('can be marked as unread and stay so while open', async () => {
    const message = aMessage({ name: 'Ruth', is_read: true });
    const { user, api } = showing([message], `/admin/messages?message=${message.id}`);

    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }));

    expect(await row(/^Unread: Ruth /)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark as read' })).toBeVisible();
    expect(api.bodiesOf(`PUT /admin/messages/${message.id}/read`)).toEqual([{ is_read: false }]);
  });

  it.each([
    ['the API’s message', () => failing('request.too-many'), ERRORS['request.too-many'].message],
    ['the default message', unreachable, unreached('Failed to mark message as unread')],
  ])('are rolled back after a failed mark, with %s', async (_, response, sentence) => {
    const message = aMessage({ name: 'Ruth', is_read: true });
    const { user, api } = showing([message], `/admin/messages?message=${message.id}`);
    api.respond(`PUT /admin/messages/${message.id}/read`, response);

    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }));

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(await rows()).toEqual(['Ruth']);
  });

  it('have a link to a reply by mail', async () => {
    const message = ruth();
    showing([message], `/admin/messages?message=${message.id}`);

    const reply = await screen.findByRole('link', { name: 'Reply' });
    expect(reply.getAttribute('href')).toMatch(/^mailto:ruth@example\.com\?subject=Re%3A%20The%20harbour&body=/);
  });

  it('show the photo of an enquiry', async () => {
    const message = aMessage({ photo: { id: 7, title: 'Low tide' } });
    const { api } = showing([message], `/admin/messages?message=${message.id}`);
    api.respond('GET /photos/7', () => ({ photo: aPhoto({ id: 7, small_thumbnail_url: '/media/7/small.jpg' }) }));

    const link = await screen.findByRole('link', { name: 'Asks about Low tide' });
    expect(link).toHaveAttribute('href', '/photo/7');
    await waitFor(() => expect(link.querySelector('img')).toHaveAttribute('src', '/media/7/small.jpg'));
  });

  it.each([
    ['waiting', null, 'A copy will be sent by mail shortly.'],
    ['waiting', 'mailbox full', 'Sending the copy by mail failed and will be retried. Reason: mailbox full'],
    ['sent', null, 'A copy was sent by mail.'],
    ['failed', 'mailbox full', 'The copy could not be sent by mail. Reason: mailbox full'],
    ['off', null, 'No mail server was set up when the message arrived, so it is only stored here.'],
  ] as const)('show that the mail is %s (failure: %s)', async (mail_status, mail_failure, sentence) => {
    const message = aMessage({ mail_status, mail_failure });
    showing([message], `/admin/messages?message=${message.id}`);

    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('show the empty state', async () => {
    showing([]);

    expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeVisible();
  });

  it('show a loading text', async () => {
    renderSignedIn('/admin/messages', { 'GET /admin/messages': () => new Promise(() => {}) });

    expect(await screen.findByText('Loading messages...')).toBeVisible();
  });

  it('can be retried after a failure', async () => {
    const { user, api } = renderSignedIn('/admin/messages', {
      'GET /admin/messages': () => new FakeResponse(400, undefined),
    });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load messages');
    api.respond('GET /admin/messages', () => aMessageList([aMessage({ name: 'Ruth' })]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await rows()).toEqual(['Unread: Ruth']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('load page by page, also up to the message of the address', async () => {
    const [last, first] = [aMessage({ name: 'Last', subject: 'Far away' }), aMessage({ name: 'First' })];
    const { user, go } = renderSignedIn('/admin/messages', {
      'GET /admin/messages': ({ query }) =>
        query.get('cursor') === 'c2' ? aMessageList([last]) : aMessageList([first], 'c2'),
    });
    expect(await screen.findByRole('button', { name: 'Load more' })).toBeVisible();

    await go(`/admin/messages?message=${last.id}`);

    expect(await subject('Far away')).toBeVisible();
    expect(await rows()).toContain('Unread: Last');
    await user.click(await row(/First/));
    expect(await article()).toBeVisible();
  });

  it('appear once, although a read message moves to a later page', async () => {
    const [ann, ruth] = [aMessage({ name: 'Ann', is_read: true }), aMessage({ name: 'Ruth' })];
    const { user, api } = renderSignedIn('/admin/messages', {
      'GET /admin/messages': ({ query }) =>
        query.get('cursor') === 'c2' ? aMessageList([ann, { ...ruth, is_read: true }]) : aMessageList([ruth], 'c2'),
    });
    api.respond(`PUT /admin/messages/${ruth.id}/read`, () => ({ message: { ...ruth, is_read: true } }));
    await user.click(await row(/Ruth/));
    await waitFor(async () => expect(await rows()).toEqual(['Ruth']));

    await user.click(screen.getByRole('button', { name: 'Load more' }));

    await row(/Ann/);
    expect(await rows()).toEqual(['Ruth', 'Ann']);
  });

  it('are marked in sequence', async () => {
    const message = aMessage({ name: 'Ruth' });
    const { user, api } = showing([message]);
    const call = `PUT /admin/messages/${message.id}/read`;
    let respond = (_: unknown) => {};
    api.respond(call, () => new Promise((resolve) => (respond = resolve)));

    await user.click(await row(/Ruth/));
    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }));
    await row(/^Unread: Ruth /);
    expect(api.bodiesOf(call)).toEqual([{ is_read: true }]);
    respond({ message });

    await waitFor(() => expect(api.bodiesOf(call)).toEqual([{ is_read: true }, { is_read: false }]));
    expect(await rows()).toEqual(['Unread: Ruth']);
  });

  it('are refetched after a lost response', async () => {
    const message = aMessage({ name: 'Ruth', is_read: true });
    const { user, api } = showing([message], `/admin/messages?message=${message.id}`);
    await rows();
    api.respond(`PUT /admin/messages/${message.id}/read`, () => {
      api.respond('GET /admin/messages', () => aMessageList([{ ...message, is_read: false }]));
      return unreachable();
    });

    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }));

    await screen.findByText(unreached('Failed to mark message as unread'));
    expect(await screen.findByRole('button', { name: 'Mark as read' })).toBeVisible();
    await waitFor(async () => expect(await rows()).toEqual(['Unread: Ruth']));
  });

  it('are refetched when a search began before the response to a mark', async () => {
    const message = aMessage({ name: 'Ruth' });
    const { user, api } = showing([message]);
    let respond = (_: unknown) => {};
    api.respond(`PUT /admin/messages/${message.id}/read`, () => new Promise((resolve) => (respond = resolve)));
    const searchFor = async (text: string, last: string) => {
      await user.type(screen.getByRole('searchbox', { name: 'Search' }), last);
      await waitFor(() => expect(api.calls.map(({ query }) => query.get('search'))).toContain(text));
      expect(await row(/^Unread: Ruth /)).toBeVisible();
    };
    await row(/Ruth/);
    await searchFor('R', 'R');
    await user.click(await row(/Ruth/));
    expect(await row(/^Ruth /)).toBeVisible();
    await searchFor('Ru', 'u');
    api.respond('GET /admin/messages', () => aMessageList([{ ...message, is_read: true }]));

    respond({ message });

    await waitFor(async () => expect(await rows()).toEqual(['Ruth']));
  });

  it('show that the message of the address does not exist', async () => {
    showing([aMessage()], '/admin/messages?message=100000');

    expect(await screen.findByRole('heading', { name: 'Message not found' })).toBeVisible();
  });
});

describe('moving between messages', () => {
  it('works by the arrow keys, and Back leads to the list', async () => {
    const [below, above] = [aMessage({ name: 'Zoe' }), aMessage({ name: 'Ann', subject: 'Prints' })];
    const { user, go, address } = showing([below, above]);
    const zoe = await row(/Zoe/);

    (await row(/Ann/)).focus();
    await user.keyboard('{ArrowDown}');
    expect(zoe).toHaveFocus();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await subject('Prints')).toHaveFocus();
    await go(-1);

    expect(address()).toBe('/admin/messages');
    expect(await row(/Ann/)).toHaveFocus();
  });

  it('works by j and k, with one entry in the history', async () => {
    const messages = ['C', 'B', 'A'].map((name) => aMessage({ name, subject: `About ${name}` }));
    const { user, go, address } = showing(messages);
    await rows();

    await user.keyboard('j');
    expect(await subject('About A')).toHaveFocus();
    await user.keyboard('jj');
    expect(await subject('About C')).toHaveFocus();
    await user.keyboard('k');
    expect(await subject('About B')).toHaveFocus();
    await go(-1);

    expect(address()).toBe('/admin/messages');
  });
});

describe('deleting a message', () => {
  const open = async () => {
    const messages = [aMessage({ name: 'Jo', is_read: true }), aMessage({ name: 'Ruth', is_read: true })];
    const page = showing(messages, `/admin/messages?message=${messages[1]!.id}`);
    await page.user.click(await screen.findByRole('button', { name: 'Delete' }));
    return {
      ...page,
      others: messages[0]!.id,
      call: `DELETE /admin/messages/${messages[1]!.id}`,
      confirm: within(screen.getByRole('alertdialog', { name: 'Delete message' })),
    };
  };

  it('is confirmed first; Cancel changes nothing', async () => {
    const { user, api, call, confirm } = await open();

    expect(confirm.getByText('Are you sure you want to delete this message?')).toBeVisible();
    await user.click(confirm.getByRole('button', { name: 'Cancel' }));

    expect(await rows()).toEqual(['Ruth', 'Jo']);
    expect(api.bodiesOf(call)).toEqual([]);
  });

  it('removes it and returns to the list', async () => {
    const { user, address, confirm } = await open();

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Message deleted successfully!')).toBeInTheDocument();
    expect(await rows()).toEqual(['Jo']);
    await waitFor(() => expect(address()).toBe('/admin/messages'));
    // After the navigation has rendered.
    const next = await row(/Jo/);
    await waitFor(() => expect(next).toHaveFocus());
  });

  it.each([
    ['another message', (id: number) => `/admin/messages?message=${id}`],
    ['another page', () => '/admin/galleries'],
  ])('does not navigate after a change to %s', async (_, elsewhere) => {
    const { user, api, address, call, confirm, go, others } = await open();
    let respond = (_: unknown) => {};
    api.respond(call, () => new Promise((resolve) => (respond = resolve)));
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    await user.keyboard('{Escape}');
    await go(elsewhere(others));

    respond({ message: 'Message deleted' });

    expect(await screen.findByText('Message deleted successfully!')).toBeInTheDocument();
    expect(address()).toBe(elsewhere(others));
  });

  it('removes one that was deleted elsewhere', async () => {
    const { user, api, call, confirm } = await open();
    api.respond(call, () => failing('message.not-found'));

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Message not found')).toBeInTheDocument();
    await waitFor(async () => expect(await rows()).toEqual(['Jo']));
  });

  it('keeps it after a failure', async () => {
    const { user, api, call, confirm } = await open();
    api.respond(call, () => new FakeResponse(500, undefined));

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Failed to delete message')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await article()).toBeVisible();
  });
});

describe('a new message', () => {
  it('is announced and shown on demand', async () => {
    const { user, receive } = showing([aMessage({ name: 'Jo' })]);
    await rows();
    await receive(aMessage({ name: 'Ruth' }));

    const show = await screen.findByRole('button', { name: '1 new message – Show' });
    expect(await rows()).toEqual(['Unread: Jo']);
    await user.click(show);

    await waitFor(async () => expect(await rows()).toEqual(['Unread: Ruth', 'Unread: Jo']));
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
    expect(panes()).toHaveFocus();
  });

  it('is shown by Try Again after a failure, and the focus stays in the panes', async () => {
    const { user, api, receive } = showing([aMessage({ name: 'Jo' })]);
    await rows();
    await receive(aMessage({ name: 'Ruth' }));
    api.respond('GET /admin/messages', () => new FakeResponse(400, undefined));
    await user.click(await screen.findByRole('button', { name: '1 new message – Show' }));
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    api.respond('GET /admin/messages', () => aMessageList([aMessage({ name: 'Zoe' })]));

    await user.click(retry);

    await waitFor(async () => expect(await rows()).toEqual(['Unread: Zoe']));
    expect(panes()).toHaveFocus();
  });

  it('leaves the focus where it went while the list loads', async () => {
    const [jo, ruth] = [aMessage({ name: 'Jo' }), aMessage({ name: 'Ruth' })];
    const { user, api, events } = showing([jo]);
    await rows();
    await events.emit({ type: 'message.created', message_id: ruth.id });
    let respond = (_: unknown) => {};
    api.respond('GET /admin/messages', () => new Promise((resolve) => (respond = resolve)));
    await user.click(await screen.findByRole('button', { name: '1 new message – Show' }));

    await user.click(screen.getByRole('searchbox'));
    respond(aMessageList([jo, ruth]));

    expect(await row(/Ruth/)).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('is announced during a search only if it matches', async () => {
    const { user, receive } = showing([aMessage({ name: 'Jo' }), aMessage({ name: 'Ann' })]);
    await rows();
    await receive(aMessage({ name: 'Zoe' }));
    await screen.findByRole('button', { name: '1 new message – Show' });
    await user.type(screen.getByRole('searchbox'), 'Jo');
    await waitFor(async () => expect(await rows()).toEqual(['Unread: Jo']));
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();

    await receive(aMessage({ name: 'Ruth' }));
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
    await receive(aMessage({ name: 'Joanna' }));

    expect(await screen.findByRole('button', { name: '1 new message – Show' })).toBeVisible();
  });

  it('is no longer announced after its deletion', async () => {
    const { user, events } = showing([aMessage({ name: 'Jo' })]);
    await rows();
    await events.emit({ type: 'message.created', message_id: 100_000 });

    await user.click(await screen.findByRole('button', { name: '1 new message – Show' }));

    await waitFor(() => expect(screen.queryByRole('button', { name: /new message/ })).toBeNull());
  });

  it('is shown after a deletion that cancelled its request', async () => {
    const jo = aMessage({ name: 'Jo' });
    const { user, api, events } = showing([jo, aMessage({ name: 'Ann' })]);
    await user.click(await row(/Jo/));
    const added = aMessage({ name: 'Ruth' });
    await events.emit({ type: 'message.created', message_id: added.id });
    api.respond('GET /admin/messages', () => new Promise(() => {}));
    await user.click(await screen.findByRole('button', { name: '1 new message – Show' }));
    api.respond('GET /admin/messages', () => aMessageList([added]));

    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

    expect(await row(/Ruth/)).toBeVisible();
  });

  it('that arrives while the list loads is announced', async () => {
    let respond = (_: unknown) => {};
    const { api, events } = renderSignedIn('/admin/messages', {
      'GET /admin/messages': () => new Promise((resolve) => (respond = resolve)),
    });
    await waitFor(() => expect(api.calls.map(({ route }) => route)).toContain('GET /admin/messages'));
    await events.emit({ type: 'message.created', message_id: 100_000 });

    respond(aMessageList([aMessage({ name: 'Jo', is_read: true })]));

    expect(await screen.findByRole('button', { name: '1 new message – Show' })).toBeVisible();
  });

  it('from before a reconnection is announced, and the list stays', async () => {
    const { events, store } = showing([aMessage({ name: 'Jo', is_read: true })]);
    await rows();
    store(aMessage({ name: 'Ruth' }));

    await events.emit({ type: 'open' });

    expect(await screen.findByRole('button', { name: '1 new message – Show' })).toBeVisible();
    expect(await rows()).toEqual(['Jo']);
  });

  it.each([
    ['', { type: 'message.created', message_id: 100_000 }],
    [', after a reconnection', { type: 'open' }],
  ] as const)('shows at once in an empty list%s', async (_, event) => {
    const { events, store } = showing([]);
    await screen.findByRole('heading', { name: 'No messages yet' });
    store(aMessage({ name: 'Ruth' }));

    await events.emit(event);

    await waitFor(async () => expect(await rows()).toContain('Unread: Ruth'));
  });
});
