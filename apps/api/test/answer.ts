export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Set-Cookie, one entry a cookie. */
  cookies: string[];
  text: string;
  /** The body as JSON; undefined where it is something else. */
  json: Json;
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape, and fail where one is missing
type Json = any;
