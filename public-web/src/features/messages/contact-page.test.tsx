import '@testing-library/jest-dom/jest-globals';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SITE_TEXTS } from '@portfolio/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aPhoto, someTexts } from '../../../test/fixtures.ts';
import { respondWith, Refused, renderAt, type CannedResponses, type PostHandler } from '../../../test/render-page.tsx';
import { ContactPage } from './contact-page.tsx';

const SENT = "Message sent successfully! I'll get back to you soon.";
const FAILED = 'Failed to send message. Please try again.';

beforeEach(() => {
  sessionStorage.clear();
  // The clock runs fast, past the anti-spam minimum.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
});

const field = (name: string) => screen.getByRole('textbox', { name });
const LABELS = ['Name', 'Email', 'Subject', 'Message'];
const GOOD = ['Ruth Calder', 'ruth@example.com', 'Prints', 'Is there a print\nof it?'];

async function open(
  address = '/contact',
  responses: CannedResponses = {},
  post: PostHandler = () => ({ message: SENT }),
) {
  const posted: Record<string, unknown>[] = [];
  respondWith({
    '/public/texts': someTexts(),
    ...responses,
    '/contact': (sent: Record<string, unknown>) => {
      posted.push(sent);
      return post(sent);
    },
  });
  const { client } = renderAt(address, <ContactPage />);
  await screen.findByRole('heading', { level: 1 });
  return { client, posted, user: userEvent.setup() };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, typed: (string | undefined)[]) {
  for (const [index, label] of LABELS.entries()) {
    await user.click(field(label));
    if (typed[index]) await user.paste(typed[index]);
  }
}
const send = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Send Message' }));

describe('MessageForm', () => {
  it.each([
    ['Name', ['', GOOD[1], GOOD[2], GOOD[3]], 'Name is required'],
    ['Email', [GOOD[0], '', GOOD[2], GOOD[3]], 'Email is required'],
    ['Email', [GOOD[0], 'ruth', GOOD[2], GOOD[3]], 'Invalid email address'],
    ['Subject', [GOOD[0], GOOD[1], ' ', GOOD[3]], 'Subject is required'],
    ['Message', [GOOD[0], GOOD[1], GOOD[2], ''], 'Message is required'],
  ])('shows for an invalid %s (%j): %s', async (label, typed, message) => {
    const { user, posted } = await open();
    await fillIn(user, typed);
    await send(user);

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(field(label)).toHaveAccessibleDescription(message);
    await waitFor(() => expect(field(label)).toHaveFocus());
    expect(posted).toEqual([]);
  });

  it('sends the message, empties the form and confirms', async () => {
    const { user, posted } = await open();
    await fillIn(user, GOOD);
    await send(user);

    expect(await screen.findByText(SENT)).toBeVisible();
    const [name, email, subject, message] = GOOD;
    expect(posted).toEqual([{ name, email, subject, message, website: '', fill_time: expect.any(Number) }]);
    for (const label of LABELS) expect(field(label)).toHaveValue('');
  });

  it('shows Sending... while sending', async () => {
    const { user } = await open('/contact', {}, () => new Promise(() => undefined));
    await fillIn(user, GOOD);
    await send(user);

    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeVisible();
  });

  it.each([
    ['no response', new TypeError('Failed to fetch'), FAILED],
    ['an unavailable site', new Refused({ statusCode: 503, code: 'service.unavailable', message: 'Busy.' }), FAILED],
    [
      'too many requests',
      new Refused({ statusCode: 429, code: 'request.too-many', message: 'Too many.' }, { 'retry-after': '30' }),
      `${FAILED} Too many. You can try again in a minute.`,
    ],
  ])('keeps its values on %s', async (_why, failure, sentence) => {
    const { user } = await open('/contact', {}, () => {
      throw failure;
    });
    await fillIn(user, GOOD);
    await send(user);

    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    for (const [index, label] of LABELS.entries()) expect(field(label)).toHaveValue(GOOD[index]);
  });
});

describe('MessageForm with a photo', () => {
  const photo = aPhoto({ id: 3, title: 'Pier', is_for_sale: true, selling_price: 1250 });

  it('shows the photo with its price, has it in the subject, and sends its id', async () => {
    const { user, posted } = await open('/contact?photo=3', { '/photos/3': { photo } });

    expect(await screen.findByRole('link', { name: 'Pier' })).toHaveAttribute('href', '/photo/3');
    // The link beside it has the title.
    expect(screen.getByRole('presentation')).toBeVisible();
    expect(screen.getByText('$1,250.00')).toBeVisible();
    expect(field('Subject')).toHaveValue('About “Pier”');
    await fillIn(user, [GOOD[0], GOOD[1], '', GOOD[3]]);
    await send(user);

    await waitFor(() => expect(posted).toMatchObject([{ subject: 'About “Pier”', photo_id: 3 }]));
    await screen.findByText(SENT);
    expect(field('Message')).toHaveValue('');
  });

  it('has a subject within its limit for the longest title', async () => {
    const title = '🌊'.repeat(255);
    await open('/contact?photo=3', { '/photos/3': { photo: { ...photo, title } } });

    expect(await screen.findByRole('link', { name: title })).toBeVisible();
    const subject = (field('Subject') as HTMLInputElement).value;
    expect([...subject].length).toBeLessThanOrEqual(255);
    expect(subject).toMatch(/^About “🌊+…”$/u);
  });

  it('sends the typed values without a removed photo', async () => {
    const { user, posted } = await open('/contact?photo=3', { '/photos/3': { photo } });
    await screen.findByRole('link', { name: 'Pier' });
    await fillIn(user, [GOOD[0], GOOD[1], ' and others', GOOD[3]]);
    await user.click(screen.getByRole('link', { name: /^Remove/ }));

    expect(screen.queryByRole('link', { name: 'Pier' })).toBeNull();
    expect(field('Subject')).toHaveValue('About “Pier” and others');
    await send(user);
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).not.toHaveProperty('photo_id');
  });

  it('clears the prefilled subject when the photo is removed', async () => {
    const { user } = await open('/contact?photo=3', { '/photos/3': { photo } });
    await user.click(await screen.findByRole('link', { name: /^Remove/ }));

    expect(field('Subject')).toHaveValue('');
  });

  it('sends a message about an unknown photo without it', async () => {
    const { user, posted } = await open('/contact?photo=3');

    expect(await screen.findByText(/The photo that you ask about no longer exists/)).toBeVisible();
    await fillIn(user, GOOD);
    await send(user);
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).not.toHaveProperty('photo_id');
  });

  it('keeps the typed values when the photo was deleted, and sends them without it', async () => {
    const { user, posted } = await open('/contact?photo=3', { '/photos/3': { photo } }, ({ photo_id }) => {
      if (photo_id) throw new Refused({ statusCode: 404, code: 'photo.not-found', message: 'Photo not found' });
      return { message: SENT };
    });
    await screen.findByRole('link', { name: 'Pier' });
    await fillIn(user, [GOOD[0], GOOD[1], ' and others', GOOD[3]]);
    await send(user);

    expect(await screen.findByRole('alert')).toHaveTextContent(
      `${FAILED} The photo that you ask about no longer exists`,
    );
    expect(field('Subject')).toHaveValue('About “Pier” and others');
    expect(field('Message')).toHaveValue(GOOD[3]);
    await send(user);

    expect(await screen.findByText(SENT)).toBeVisible();
    expect(posted).toHaveLength(2);
  });

  it('keeps the prefilled subject when the photo was deleted', async () => {
    const { user } = await open('/contact?photo=3', { '/photos/3': { photo } }, () => {
      throw new Refused({ statusCode: 404, code: 'photo.not-found', message: 'Photo not found' });
    });
    await screen.findByRole('link', { name: 'Pier' });
    await fillIn(user, [GOOD[0], GOOD[1], '', GOOD[3]]);
    await send(user);

    await screen.findByRole('alert');
    expect(field('Subject')).toHaveValue('About “Pier”');
  });
});

describe('ContactPage', () => {
  it('keeps the typed values while the site texts are fetched again', async () => {
    const { client, user } = await open('/contact', { '/public/texts': 503 });
    await fillIn(user, GOOD);
    let respond = (_: unknown) => {};
    respondWith({ '/public/texts': () => new Promise((resolve) => (respond = resolve)) });
    await act(async () => {
      void client.refetchQueries();
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(field('Message')).toHaveValue(GOOD[3]);
    respond(someTexts());

    expect(await screen.findByText('1 Quay, Northport')).toBeVisible();
    expect(field('Message')).toHaveValue(GOOD[3]);
  });

  it.each([
    [SITE_TEXTS.reply_promise.default, 'en'],
    ['I answer on Sundays.', null],
  ])('marks the language of the default reply promise (%s)', async (replyPromise, lang) => {
    await open('/contact', { '/public/texts': someTexts({ replyPromise }) });

    expect(screen.getByText(new RegExp(replyPromise)).getAttribute('lang')).toBe(lang);
  });
});

describe('ContactDetails', () => {
  const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

  it('links email and telephone', async () => {
    await open();

    expect(screen.getByText('Write to me. I answer on Sundays.')).toBeVisible();
    expect(links()).toEqual([
      ['elin@elin.example', 'mailto:elin@elin.example'],
      ['+1\u00a0555\u00a00123', 'tel:+15550123'],
    ]);
    expect(screen.getByText('1 Quay, Northport')).toBeVisible();
  });

  it.each([
    ['contactEmail', 'Email'],
    ['contactPhone', 'Telephone'],
    ['contactAddress', 'Studio'],
  ])('leaves out an empty %s', async (name, term) => {
    await open('/contact', { '/public/texts': someTexts({ [name]: '' }) });

    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Email', 'Telephone', 'Studio'].filter((other) => other !== term));
  });

  it('renders nothing without any', async () => {
    const emptied = Object.fromEntries(Object.keys(someTexts()).map((name) => [name, '']));
    await open('/contact', { '/public/texts': emptied });

    expect(screen.queryByRole('term')).toBeNull();
    expect(document.querySelectorAll('.lead, dl')).toHaveLength(0);
    expect(field('Message')).toBeVisible();
  });

  it.each([
    ['+49 (0) 30 / 123-45', 'tel:+493012345'],
    ['030.12345', 'tel:03012345'],
    ['(0)30 12345', 'tel:03012345'],
    ['on request', undefined],
    ['+1 555 0100, ask for Elin', undefined],
    ['javascript:alert(1)', undefined],
  ])('links "%s" to %s', async (contactPhone, href) => {
    await open('/contact', { '/public/texts': someTexts({ contactPhone, contactEmail: '' }) });

    expect(screen.getByText(contactPhone)).toBeVisible();
    expect(screen.queryByRole('link')?.getAttribute('href')).toBe(href);
  });

  it('escapes the characters of an email address', async () => {
    const contactEmail = 'a?bcc=x&50%#@elin.example';
    await open('/contact', { '/public/texts': someTexts({ contactEmail, contactPhone: '' }) });

    expect(links()).toEqual([[contactEmail, 'mailto:a%3Fbcc=x%2650%25%23@elin.example']]);
  });

  it('is absent without the site texts, and the form is there', async () => {
    await open('/contact', { '/public/texts': 503 });

    expect(screen.queryByRole('term')).toBeNull();
    expect(field('Message')).toBeVisible();
  });
});
