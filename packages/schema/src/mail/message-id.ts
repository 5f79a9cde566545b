/** The characters of a line (RFC 5322, section 2.1.1). */
export const longestMailMessageId = 998;

/** One Message-ID, with or without its angle brackets. Apart from the schema, so that a page can do without zod. */
export const mailMessageIdPattern = /^(?:<[^<>\s\p{Cc}]+>|[^<>\s\p{Cc}]+)$/u;
