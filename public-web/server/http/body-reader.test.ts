import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestSite } from '../../test/start-test-site.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const ATTACKER = '203.0.113.1';
const OTHER = '203.0.113.2';
const THIRD = '203.0.113.3';

let site: Awaited<ReturnType<typeof startTestSite>>;
const sockets: Socket[] = [];
beforeEach(async () => {
  const bodies = { total: 6, perClient: 4, timeout: 60_000 };
  site = await startTestSite({ TRUST_PROXY: 'loopback' }, { bodies });
  site.api.responses['/api/comments'] = async (request) => ({ received: String(await buffer(request)) });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await site.stop();
});

/** Starts a body that never ends. */
function sendSlowly(client: string, path = '/api/comments', type = JSON_TYPE): Socket {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const headers = ['host: x', `x-forwarded-for: ${client}`, `content-type: ${type}`, 'content-length: 100'];
  socket.write([`POST ${path} HTTP/1.1`, ...headers, '', '{'].join('\r\n'));
  return socket.pause();
}
const responseOn = async (socket: Socket) => String((await once(socket.resume(), 'data'))[0]);

async function commentFrom(client: string): Promise<number> {
  const headers = { 'content-type': JSON_TYPE, 'x-forwarded-for': client };
  return (await fetch(`${site.origin}/api/comments`, { method: 'POST', body: '{}', headers })).status;
}

it('a body of one-byte chunks arrives whole', async () => {
  const sent = JSON.stringify({ content: 'a line of words, '.repeat(200) });
  const request = httpRequest(`${site.origin}/api/comments`, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE },
  });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  for (const letter of sent) request.write(letter);
  request.end();

  const [response] = await responded;
  expect(JSON.parse(await text(response))).toEqual({ received: sent });
});

describe('a client that sends many bodies byte by byte', () => {
  it('has four bodies read, gets 429 for the fifth, and blocks no other client', async () => {
    for (let index = 0; index < 4; index += 1) sendSlowly(ATTACKER);
    while ((await commentFrom(ATTACKER)) !== 429) await wait(5);

    expect(await responseOn(sendSlowly(ATTACKER))).toMatch(
      /^HTTP\/1\.1 429 .*retry-after: \d.*"code":"request\.too-many"/is,
    );
    expect(await responseOn(sendSlowly(ATTACKER, '/contact', FORM_TYPE))).toMatch(/^HTTP\/1\.1 429 .*<title>/is);
    expect(await commentFrom(OTHER)).toBe(200);
    // Closed connections free their slots.
    for (const socket of sockets) socket.destroy();
    while ((await commentFrom(ATTACKER)) !== 200) await wait(5);
  });

  it('loses its oldest body to another client when all slots are taken', async () => {
    const attackers = Array.from({ length: 4 }, () => sendSlowly(ATTACKER));
    while ((await commentFrom(ATTACKER)) !== 429) await wait(5);
    for (let index = 0; index < 2; index += 1) sendSlowly(THIRD);
    let evicted: string | undefined;
    void Promise.race(attackers.map(responseOn)).then((response) => (evicted = response));

    while (evicted === undefined) expect(await commentFrom(OTHER)).toBe(200);
    expect(evicted).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d/is);
  });
});
