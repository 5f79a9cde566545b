/** How the spam filter tells the hops inside the host from mail that comes in: by the name that Postfix gives it. */
export const hopNames = (hostname: string) => ({
  forward: `forward.${hostname}`,
  sieve: `sieve.${hostname}`,
});
