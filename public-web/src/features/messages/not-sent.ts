export const NOT_SENT = 'Failed to send message. Please try again.';
