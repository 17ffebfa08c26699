// Set-up of test files with a DOM whose modules are evaluated once per worker process.
import './testing-library.mjs';
import { act, cleanup, render } from '@testing-library/react';
import { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE as internals } from 'react';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
afterEach(cleanup);

// React takes a stack trace for each element, which only its warnings print, until it has taken 10,000 in a second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set() {} });

// The first asynchronous `act` with work looks up `setImmediate` for good: here, before a test has faked it.
await act(async () => void render('set-up'));
cleanup();
