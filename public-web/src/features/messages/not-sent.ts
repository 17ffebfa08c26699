/** What is said when a message could not be sent, whatever the reason. */
export const NOT_SENT = 'Failed to send message. Please try again.';
