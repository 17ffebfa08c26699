/** Like TypeORM's. */
export class QueryFailedError extends Error {
  override name = 'QueryFailedError';
  query = 'INSERT INTO users(email, password_hash) VALUES ($1, $2)';
  parameters = ['ada.lovelace@example.org', '$argon2id$v=19$verysecrethash'];
  driverError = Object.assign(new Error(this.message), {
    code: '23505',
    constraint: 'users_email',
    detail: 'Key (email)=(ada.lovelace@example.org) already exists.',
    where: 'ada.lovelace@example.org',
  });
}

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';

/** Values given to a logger, and the secrets in them that its lines must not contain. */
export const secretive = {
  secrets: [
    'ada.lovelace',
    'jörg@bücher',
    'hunter2',
    'p@ss',
    'verysecrethash',
    'c2lnbmF0dXJl',
    'seal-of-the-ticket',
    'dXNlcjpwYXNz',
    'find-me-in-a-search',
    'redis-word',
  ],
  texts: () => [
    'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg',
    `{"authorization":"Bearer ${JWT}"}`,
    'authorization: Basic dXNlcjpwYXNzd29yZA==',
    'GET /media/photos/3/v/640.webp?ticket=1234.seal-of-the-ticket failed',
    'https://site.example/media/photos/3/original?download=1&ticket=1234.seal-of-the-ticket',
    'GET /api/admin/messages?q=find-me-in-a-search',
    'could not connect to postgres://portfolio:hunter2@db.internal:5432/portfolio',
    'could not connect to postgresql://portfolio:p@ss!hunter2@db.internal/portfolio',
    'connect ECONNREFUSED rediss://default:redis-word@10.0.0.3:6379',
    'smtps://ada.lovelace%40example.org:hunter2@mail.example.org refused',
    'Key (email)=(ada.lovelace@example.org) already exists.',
    '550 5.1.1 <ada.lovelace@example.org>: Recipient address rejected; also jörg@bücher.example',
    'tried with password=hunter2 and token=c2lnbmF0dXJlLW9m',
    '{"email":"ada.lovelace@example.org","password":"hunter2","currentPassword":"hun\\"ter2-hunter2"}',
    '{"resetToken":"c2lnbmF0dXJl","cookie":"sid=hunter2"}',
    'access_token=c2lnbmF0dXJl client_secret=hunter2 POSTGRES_PASSWORD=hunter2 DB_PASS=hunter2',
    'S3_SECRET_ACCESS_KEY=hunter2 authorization=Basic dXNlcjpwYXNzd29yZA== dbPassword=hunter2',
    // Right after a line break or tab, which JSON escapes.
    'first\nada.lovelace@example.org',
    'first\n\u001bada.lovelace@example.org',
    'first\n\tBasic dXNlcjpwYXNzd29yZA==\r\nBearer seal-of-the-ticket',
    `first\n${JWT}`,
    'first\npass=hunter2\tpass=hunter2',
    '{"\npass":"hunter2"}',
    // Fields whose string is cut off.
    '"token":"',
    'token":',
    'token\\":\\',
    '{"password":"hunter2',
    '{"meta":"{\\"password\\":\\"hunter2',
    '{"meta":"{\\"password\\":\\"hunter2","id":3}',
    '{"secretAccessKey":"hunter2","tokenValue":"hunter2","db_pass":"hunter2","cookies":"hunter2"}',
  ],
  things: () => ({
    unique: new QueryFailedError('duplicate key'),
    wrapped: new Error('the photo could not be stored', { cause: new QueryFailedError('duplicate key') }),
    together: new AggregateError([
      new QueryFailedError('one'),
      new Error('redis://:redis-word@cache:6379 is unavailable'),
    ]),
    redis: Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['default', 'redis-word'] } }),
    request: {
      method: 'POST',
      url: '/api/auth/login?next=find-me-in-a-search',
      headers: { authorization: `Bearer ${JWT}`, cookie: ['a=hunter2'] },
      body: { email: 'ada.lovelace@example.org', password: 'hunter2' },
    },
    form: { email: 'ada.lovelace@example.org', password: 'hunter2', newPassword: 'hunter2' },
  }),
};
