import { domains } from "@zonepost/db";
import type { RecordSet, ZoneChangeResult, ZoneVersion } from "@zonepost/schema";
import dnsPacket, { type Answer, type DecodedPacket } from "dns-packet";
import { eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import type { WorkspaceOperation } from "../../../src/kernel/http/operation.ts";
import { type DnsModulePorts, dnsOperations } from "../../../src/modules/dns/index.ts";
import { type MailDnsSettings, placeInNewZone } from "../../../src/modules/mail/index.ts";
import { reply } from "../dns/dns-server.ts";
import { createZoneHosting } from "../dns/zone-hosting.ts";
import type { setUpMail } from "./set-up-mail.ts";

export const mailDnsSettings: MailDnsSettings = {
  hostName: "mail.host.test",
  mxHosts: ["mail.host.test", "mx2.host.test"],
  spfInclude: null,
  webHost: "web.host.test",
  mtaStsMode: "enforce",
  services: [{ label: "_imaps", host: "mail.host.test", port: 993 }],
};

/** Zones next to the mail of a test, joined as in `wire/dns.ts`. */
export function hostZones(mail: ReturnType<typeof setUpMail>) {
  const servers = createZoneHosting();
  const ports: DnsModulePorts = {
    zoneHosting: servers.hosting,
    zoneProof: { readProof: async () => "missing" },
    zoneDelegations: { readDelegation: async () => ({ kind: "unknown" }) },
    zoneListener: {
      whenZoneCreated: (tx, ctx, zone) => placeInNewZone(tx, { ...ctx, ...mail.fixture.ports }, zone),
    },
  };
  const operations = dnsOperations(ports);
  async function call<Value>(
    operationId: keyof typeof operations,
    zoneName: string | undefined,
    { body, ctx = mail.owner, ...parameters }: { body?: object; ctx?: WorkspaceCtx; version?: number } = {},
  ): Promise<Value> {
    const operation: WorkspaceOperation = operations[operationId];
    const { value } = await operation.run(
      { ...ctx, ifMatch: null },
      {
        parameters: operation.parameters ? { zoneName, ...parameters } : {},
        query: {},
        readBody: () => body,
        pointers: { parameters: "/path", query: "/query" },
      },
    );
    return value as Value;
  }
  const records = (name: string) => call<RecordSet[]>("listRecords", name);
  return {
    ports,
    call,
    create: (name: string, zoneFile?: string) =>
      call("createZone", undefined, { body: zoneFile === undefined ? { name } : { name, zoneFile } }),
    change: (zoneName: string, ...changes: object[]) =>
      call<ZoneChangeResult>("changeRecords", zoneName, { body: { changes } }),
    records,
    /** By name and type: who manages it. */
    managers: async (name: string) =>
      Object.fromEntries((await records(name)).map((set) => [`${set.name} ${set.type}`, set.managedBy])),
    valuesOf: async (zoneName: string, name: string, type: string) =>
      (await records(zoneName)).find((set) => set.name === name && set.type === type)?.values,
    /** Newest first: who made it, and its message. */
    versions: async (name: string) =>
      (await call<ZoneVersion[]>("listZoneVersions", name)).map(({ version, message, actor }) =>
        `${version} ${actor.kind} ${message ?? ""}`.trim(),
      ),
  };
}

/** Answers from the records of a zone, as its nameserver does. */
export const answerFrom =
  (zoneName: string, read: () => readonly Pick<RecordSet, "name" | "type" | "values">[]) =>
  (query: DecodedPacket) => {
    const [question] = query.questions ?? [];
    const relative =
      question?.name === zoneName ? "@" : (question?.name ?? "").slice(0, -zoneName.length - 1);
    const sets = read().filter(({ name, type }) => name === relative && type === question?.type);
    const answers = sets.flatMap(({ type, values }) =>
      values.map((value) => ({ name: question?.name, ttl: 300, ...dataOf(type, value) }) as Answer),
    );
    return reply(query, dnsPacket.AUTHORITATIVE_ANSWER, answers);
  };

function dataOf(type: string, value: string): object {
  const words = value.split(" ");
  const host = (index: number) => (words[index] ?? "").replace(/\.$/, "");
  switch (type) {
    case "MX":
      return { type, data: { preference: Number(words[0]), exchange: host(1) } };
    case "SRV":
      return {
        type,
        data: {
          priority: Number(words[0]),
          weight: Number(words[1]),
          port: Number(words[2]),
          target: host(3),
        },
      };
    case "TXT":
      return { type, data: [...value.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "") };
    case "CNAME":
    case "NS":
      return { type, data: host(0) };
    default:
      return { type, data: value };
  }
}

/** The domain's only nameserver, at this port of the machine. */
export async function delegate(mail: ReturnType<typeof setUpMail>, name: string): Promise<void> {
  const host = `ns1.${name}`;
  await mail.fixture.db
    .update(domains)
    .set({ nameservers: [host], glue: [{ host, addresses: ["127.0.0.1"] }] })
    .where(eq(domains.name, name));
}
