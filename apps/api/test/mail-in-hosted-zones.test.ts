import type { MailDkimKey, MailDnsRecord, ZonePublication } from "@zonepost/schema";
import { findServerProgram } from "@zonepost/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostedZones, send, startHostedZones } from "./support/dns/hosted-zones.ts";
import type { Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

const hasKnot = (await findServerProgram("knotd")) !== undefined;

describe.skipIf(!hasKnot)("mail in a zone at real nameservers (skipped without Knot)", () => {
  let zones: HostedZones;
  let workspace: Workspace;
  beforeAll(async () => {
    zones = await startHostedZones(([, port]) => ({
      DNS_NAMESERVER_PORT: String(port),
      DNS_ALLOW_PRIVATE_NETWORKS: "true",
      DNS_RESOLVERS: `127.0.0.1:${port}`,
    }));
    workspace = await zones.api.createWorkspace();
    await zones.startWorker();
  });
  afterAll(() => zones?.[Symbol.asyncDispose]());

  const call = (method: "GET" | "POST", path: string, body?: object) =>
    send(zones.api, workspace, method, path, body);
  const published = (name: string) =>
    until(`${name} is published`, async () => {
      const { state } = (await call("GET", `/zones/${name}/publication`)) as ZonePublication;
      return state === "published" || undefined;
    });
  /** Asks the nameserver, as "Check now" does. */
  const check = async (name: string) => {
    await zones.api.sql`delete from rate_limit_windows where bucket like 'mail-dns-check:%'`;
    return (await call("POST", `/me/mail/${name}/dns/check`)) as MailDnsRecord[];
  };
  const statesOf = (records: readonly MailDnsRecord[]) =>
    records.map(({ type, name, status, hosted }) => `${type} ${name} ${status} ${hosted?.state}`);

  it("works without copy and paste, and so does a DKIM key that replaces another", async () => {
    const name = await workspace.addDomain();
    const host = `ns1.${name}`;
    const glue = JSON.stringify([{ host, addresses: ["127.0.0.1"] }]);
    await zones.api.sql`
      update domains set nameservers = ${[host]}, glue = ${glue}::jsonb where name = ${name}`;
    await call("POST", "/me/mail/activate", { domainName: name, planSlug: "starter" });
    expect((await check(name)).some(({ status }) => status === "ok")).toBe(false);
    await call("POST", "/zones", { name });
    await published(name);
    const first = await check(name);
    expect(statesOf(first)).toEqual(
      first.map(
        ({ type, name: owner, purpose }) =>
          `${type} ${owner} ok ${purpose === "spf" ? "unmanaged" : "managed"}`,
      ),
    );
    const { host: keyName } = (await call("POST", `/me/mail/${name}/dkim/rotate`)) as MailDkimKey;
    await published(name);
    expect(statesOf(await check(name))).toContain(`TXT ${keyName} ok managed`);
  });
});
