/** A URL as it is sent: a fragment isn't. */
export const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? url;
