export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Set-Cookie, one entry per cookie. */
  cookies: string[];
  text: string;
  /** The body as JSON; undefined for other types. */
  json: Json;
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape, and fail where one is missing
type Json = any;
