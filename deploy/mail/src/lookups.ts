import type { MailServerOptions } from "./options.ts";

/** What the lookups service needs to know of its host, apart from secrets. */
export type LookupsConfiguration = { hostname: string };

export const lookupsFile = ({ hostname }: MailServerOptions): string =>
  `${JSON.stringify({ hostname } satisfies LookupsConfiguration, null, 2)}\n`;
