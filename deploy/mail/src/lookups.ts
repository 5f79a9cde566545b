import type { MailServerOptions } from "./options.ts";

/** What the lookups service needs to know of its host, apart from secrets. */
export type LookupsConfiguration = { hostname: string; authSocket: string };

export const lookupsFile = ({ hostname, folders }: MailServerOptions): string =>
  `${JSON.stringify({ hostname, authSocket: `${folders.run}/auth` } satisfies LookupsConfiguration, null, 2)}\n`;
