import { configure, getConfig } from '@testing-library/dom';

const { getElementError } = getConfig();

configure({
  // A busy machine may need longer than the default of 1 second.
  asyncUtilTimeout: 20_000,
  // Errors of retried queries do not print the page; the last one does.
  getElementError: (message, container) =>
    getConfig()._disableExpensiveErrorDiagnostics ? new Error(message) : getElementError(message, container),
});
