import type { MailServerOptions } from "./options.ts";

/** What the lookups service needs to know of its host, apart from secrets. */
export type LookupsConfiguration = Pick<MailServerOptions, "hostname" | "tls">;

export const lookupsFile = ({ hostname, tls }: MailServerOptions): string =>
  `${JSON.stringify({ hostname, tls } satisfies LookupsConfiguration, null, 2)}\n`;
