import { expect, it } from '@jest/globals';
import { aMessage } from '../../../test/factories.ts';
import { siteFormats } from '../../app/date-time.tsx';
import { replyMailto } from './reply-mailto.ts';

/** Parts of the address, decoded as by a mail program. */
function read(address: string) {
  const [to, fields = ''] = address.replace('mailto:', '').split('?');
  const entries = fields.split('&').map((field) => field.split('=').map(decodeURIComponent));
  return { to: decodeURIComponent(to!), fields: entries };
}

const { longDay } = siteFormats({ language: 'en', timeZone: 'Asia/Tokyo' });
const reply = (differences: Parameters<typeof aMessage>[0]) => read(replyMailto(aMessage(differences), longDay));

it('addresses the visitor, with subject and quoted message', () => {
  expect(
    reply({
      name: 'Ruth Calder',
      email: 'ruth@example.com',
      subject: 'The harbour',
      message: 'Is there a print of it?\nIn black & white?',
      created_at: '2026-03-14T15:30:00.000Z',
    }),
  ).toEqual({
    to: 'ruth@example.com',
    fields: [
      ['subject', 'Re: The harbour'],
      ['body', '\r\n\r\nOn March 15, 2026, Ruth Calder wrote:\r\n> Is there a print of it?\r\n> In black & white?'],
    ],
  });
});

it('adds no second Re:', () => {
  expect(reply({ subject: 're: the harbour' }).fields[0]).toEqual(['subject', 're: the harbour']);
});

it('prevents header injection', () => {
  const { to, fields } = reply({
    email: "o'hara&cc=a?bcc=b%0Acc@example.com",
    subject: 'Print\r\nBcc: everybody@example.com&cc=x@example.com\u2028y',
    name: 'Ruth\nBcc: z',
    message: '&bcc=everybody@example.com#"><script>',
  });

  expect(to).toBe("o'hara&cc=a?bcc=b%0Acc@example.com");
  expect(fields.map(([name]) => name)).toEqual(['subject', 'body']);
  expect(fields[0]![1]).toBe('Re: Print Bcc: everybody@example.com&cc=x@example.com y');
  expect(fields[1]![1]).toContain('Ruth Bcc: z wrote:\r\n> &bcc=everybody@example.com#"><script>');
});

it('truncates a long message with an ellipsis', () => {
  const address = replyMailto(aMessage({ message: '写真 の 話。 '.repeat(400) }), longDay);

  expect(address.length).toBeLessThanOrEqual(1_900);
  expect(read(address).fields[1]![1]).toMatch(/> 写真 の 話。.* …$/s);
});

it('truncates a long subject and name, whose encoded length counts', () => {
  const [subject, name] = ['写'.repeat(255), '🦆'.repeat(127)];
  const address = replyMailto(aMessage({ subject, name, message: '写真 の 話。 '.repeat(400) }), longDay);

  expect(address.length).toBeLessThanOrEqual(1_900);
  const { fields } = read(address);
  expect(fields[0]![1]).toMatch(/^Re: 写{50,} …$/u);
  expect(fields[1]![1]).toMatch(/, 🦆{20,} … wrote:\r\n> 写真 の 話。.* …$/su);
});

it('replaces a lone surrogate', () => {
  expect(reply({ message: 'a\ud800b' }).fields[1]![1]).toContain('> a\uFFFDb');
});
