/** Test level: `TEST_LEVEL=full` runs the long forms, `npm test` the short ones. */
export const isFullLevel = process.env.TEST_LEVEL === 'full';
