import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { call } from '../../src/artist.ts';
import {
  artist,
  monitored,
  network,
  office,
  site,
  useArtist,
  useBackOffice,
  useSite,
  useVisitor,
  visitor,
} from '../../src/demo-site.ts';

useSite();
useArtist();
useBackOffice();
useVisitor();

describe('comments', () => {
  const card = (name: string) => office.get('article', `Comment by ${name}`);
  const press = (name: string, action: string) => card(name).getByRole('button', { name: action }).click();
  /** Waits until the list has this number of comments. */
  const waitForCount = async (count: number) =>
    expect(
      await eventually(
        () => office.get('article').count(),
        (found) => found === count,
        { timeoutMs: 20_000 },
      ),
    ).toBe(count);
  const filter = (name: string) => office.get('group', 'Show').getByRole('button', { name });

  beforeAll(async () => {
    for (const author_name of ['Ann', 'Bo', 'Cy']) {
      const content = `I am ${author_name}.`;
      const comment = { photo_id: 1, author_name, author_email: 'v@example.org', content };
      await call('POST', `${site.url}/api/comments`, comment);
    }
  });

  it('are counted in the menu as they arrive', async () => {
    await office.menu('Comments').filter({ hasText: '3 pending' }).waitFor();
    await network.delay('GET /comments', async () => {
      await office.show('Comments');
      await office.waitForText('Loading comments...');
    });
    await waitForCount(8);
  });

  it('show author, text, date and photo', async () => {
    const text = await card('Ann').innerText();
    for (const words of ['Ann', 'v@example.org', 'Pending', 'I am Ann.']) expect(text).toContain(words);
    const comment = (await artist.pendingComments()).find(({ author_name }) => author_name === 'Ann')!;
    const time = card('Ann').getByRole('time');
    expect(await time.getAttribute('datetime')).toBe(comment.created_at);
    expect(await time.innerText()).toContain(comment.created_at.slice(0, 4));
    const photo = card('Ann').getByRole('link', { name: 'The Old Breakwater, Low Tide' });
    expect(await photo.getAttribute('href')).toMatch(/\/photo\/1$/);
  });

  it('are approved, rejected and deleted', async () => {
    await press('Ann', 'Approve');
    await card('Ann').getByText('Approved', { exact: true }).waitFor();
    await office.waitForText('Comment approved');
    await press('Maya Okafor', 'Reject');
    await card('Maya Okafor').getByText('Pending', { exact: true }).waitFor();
    await press('Bo', 'Delete');
    await office.confirm('Are you sure you want to delete this comment?');
    await card('Bo').waitFor({ state: 'detached' });
    await office.menu('Comments').filter({ hasText: '2 pending' }).waitFor();
    await visitor.openUntil('/photo/1', visitor.text('I am Ann.'));
    expect(await visitor.text('I am Cy.').count()).toBe(0);
  });

  it('get a reply and are closed, on pages without JavaScript too', async () => {
    const page = async () => (await fetch(`${site.url}/photo/1`)).text();
    await press('Cy', 'Reply');
    await monitored.page.getByLabel('Reply to Cy').fill('Thank you, Cy.');
    await office.get('button', 'Approve and Reply').click();
    await office.waitForText('Reply published');
    const hasReply = (html: string) => /I am Cy\..*>Artist<.*Thank you, Cy\./s.test(html);
    expect(await eventually(page, hasReply)).toContain('Post Comment');

    await artist.set({ comments_open: 'false' });
    expect(await eventually(page, (html) => html.includes('Comments are closed.'))).not.toContain('Post Comment');
    await artist.set({ comments_open: 'true' });
    await press('Cy', 'Reject');
    await card('Cy').getByText('Pending', { exact: true }).waitFor();
  });

  it('are approved and deleted in bulk, down to the empty state', async () => {
    await filter('Pending').click();
    await waitForCount(2);
    await monitored.page.getByLabel('Select all').check();
    await office.get('group', 'Selected comments').getByRole('button', { name: 'Approve' }).click();
    await office.waitForText('2 comments approved');
    await office.waitForText('No pending comments found.');
    await filter('All').click();
    await waitForCount(7);
    await monitored.page.getByLabel('Select all').check();
    await office.get('group', 'Selected comments').getByRole('button', { name: 'Delete' }).click();
    await office.confirm('Are you sure you want to delete these 7 comments?');
    await office.waitForText('No comments found');
    await office.waitForText('No comments have been submitted yet.');
    await filter('Approved').click();
    await office.waitForText('No approved comments found.');
  });
});

describe('messages', () => {
  const sendMessage = async (subject: string) => {
    await visitor.open('/contact');
    for (const [name, words] of [
      ['Name', 'Tomas'],
      ['Email', 'tomas@example.org'],
      ['Subject', subject],
      ['Message', 'Is there one?'],
    ] as const) {
      await visitor.write(visitor.get('textbox', name), words);
    }
    await visitor.use(visitor.get('button', 'Send Message'));
    await visitor.text("Message sent successfully! I'll get back to you soon.").first().waitFor();
  };

  it('show the empty state', async () => {
    await office.show('Messages');
    await office.waitForText('No messages yet');
  });

  it('arrive without a reload', async () => {
    await sendMessage('A print');
    await office.menu('Messages').filter({ hasText: '1 unread' }).waitFor();
    await office.get('link', /^Unread: Tomas.* A print/).waitFor();
    await sendMessage('Another');
    await office.menu('Messages').filter({ hasText: '2 unread' }).waitFor();
    // No event reports the status of a mail.
    await waitUntil(async () => (await artist.messages()).every(({ mail_status: status }) => status === 'off'));
    await office.use(office.get('button', /^1 new message/));
    await office.get('link', /^Unread: Tomas.* Another/).waitFor();
  });

  it('are marked as read, with a mail link to reply', async () => {
    await office.use(office.get('link', /A print/));
    await office.get('heading', 'A print').waitFor();
    await office.menu('Messages').filter({ hasText: '1 unread' }).waitFor();
    await office.get('article').getByText('Mail off', { exact: true }).waitFor();
    const reply = await office.get('link', 'Reply').getAttribute('href');
    expect(reply).toMatch(/^mailto:tomas@example\.org\?subject=Re%3A%20A%20print&body=/);
    await office.get('button', 'Mark as unread').waitFor();
  });

  it('are deleted after a confirmation', async () => {
    await office.use(office.get('button', 'Delete'));
    await office.confirm('Are you sure you want to delete this message?');
    await office.get('link', /A print/).waitFor({ state: 'detached' });
    await office.get('link', /Another/).waitFor();
    expect(office.path).toBe('/messages');
  });
});
