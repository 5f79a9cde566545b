import type postgres from "postgres";
import type { NameRecords } from "./outside-records.ts";

/** The address that mail of the sandbox's mail host comes from. Its SPF records list it, and no other loopback address. */
const hostAddress = "127.0.0.25";

/** What the customer publishes for a hosted domain, as the panel shows it; undefined for any other name. */
export async function findHostedRecords(
  sql: postgres.Sql,
  hostname: string,
  name: string,
): Promise<NameRecords | undefined> {
  if (name === hostname) {
    return { A: [hostAddress], MX: [`10 ${hostname}`], TXT: ["v=spf1 a -all"] };
  }
  const labels = name.split(".");
  const candidates = labels.map((_, at) => labels.slice(at).join("."));
  const [domain] = await sql<{ id: string; name: string }[]>`
    select id, name from mail_host.current_domains where name = any (${candidates}) order by length(name) desc limit 1`;
  if (!domain) {
    return;
  }
  const label = name.slice(0, -domain.name.length - 1);
  if (label === "") {
    return { MX: [`10 ${hostname}`], TXT: [`v=spf1 a:${hostname} ~all`] };
  }
  if (label === "_dmarc") {
    return { TXT: ["v=DMARC1; p=quarantine"] };
  }
  const selector = /^([^.]+)\._domainkey$/.exec(label)?.[1];
  const keys = await sql<{ public_key: string }[]>`
    select public_key from mail_dkim_keys
    where mail_domain_id = ${domain.id} and selector = ${selector ?? ""} and stage <> 'retired'`;
  return keys.length > 0 ? { TXT: keys.map(({ public_key: key }) => `v=DKIM1; k=rsa; p=${key}`) } : undefined;
}
