/** The common mistake, a URL without its scheme. The API checks the rest. */
export const isFullUrl = (url: string | undefined): boolean =>
  url === undefined || /^https?:\/\/[^\s/]/i.test(url.trim());
