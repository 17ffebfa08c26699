import { format } from 'node:util';

// A console message fails its test. A test that expects one spies on the console.
const unexpected = [];

for (const level of ['error', 'warn']) {
  console[level] = function unexpectedMessage(...args) {
    const error = new Error(`Unexpected console.${level}: ${format(...args)}`);
    Error.captureStackTrace?.(error, unexpectedMessage);
    unexpected.push(error);
  };
}

function expectSilence() {
  const [first, ...others] = unexpected.splice(0);
  if (first && others.length > 0) first.message += `\n(and ${others.length} more)`;
  if (first) throw first;
}

afterEach(expectSilence);
// Messages outside of tests fail the file.
afterAll(expectSilence);
