import type { DnsAddress, DnsServerOptions } from "./options.ts";

/** A zone in which the primary lists all others for the secondaries (RFC 9432). It exists in no public zone. */
const catalogZone = "catalog.zonepost.invalid";
export const transferKeyName = "zonepost-transfer";

/** Templates of zones on the primary. The API gives each zone one of them. */
const signingPolicies = { "member-signed": "ecdsap256sha256", "member-signed-ed25519": "ed25519" };

const productionTiming = { dnskeyTtlSeconds: 3_600, propagationDelaySeconds: 3_600, parentCheckSeconds: 600 };
const productionMegabytes = { journal: 4_096, keys: 500, timers: 100 };

/** The API may be busy between two commands of one conversation, and other clients wait meanwhile. */
const controlTimeoutSeconds = 10;

export function primaryConfiguration(options: DnsServerOptions): string {
  const { primary, secondaries, parentResolvers } = options;
  const timing = options.timing ?? productionTiming;
  const remotes = secondaries.map((each, at) => ({ ...each, id: `public-${at + 1}`, key: transferKeyName }));
  const parents = parentResolvers.map((each, at) => ({ ...each, id: `parent-${at + 1}`, key: undefined }));
  const notified = listOf(remotes.map(({ id }) => id));
  const policies = Object.values(signingPolicies).map(
    (algorithm) => `  - id: ${algorithm}
    algorithm: ${algorithm}
    ksk-lifetime: 0
    zsk-lifetime: 0
    dnskey-ttl: ${timing.dnskeyTtlSeconds}
    propagation-delay: ${timing.propagationDelaySeconds}
    cds-cdnskey-publish: rollover
    ksk-submission: parent
`,
  );
  const member = `    zonefile-load: none
    zonefile-sync: -1
    journal-content: all
    serial-policy: increment
    acl: transfer
    notify: ${notified}
    catalog-role: member
    catalog-zone: ${catalogZone}.
`;
  return `${head(options, primary)}${remoteSection([...remotes, ...parents])}acl:
  - id: transfer
    key: ${transferKeyName}
    action: transfer
submission:
  - id: parent
    check-interval: ${timing.parentCheckSeconds}
${parents.length > 0 ? `    parent: ${listOf(parents.map(({ id }) => id))}\n` : ""}policy:
${policies.join("")}template:
${defaultTemplate(options)}  - id: member
${member}${Object.entries(signingPolicies)
  .map(
    ([id, algorithm]) => `  - id: ${id}
${member}    dnssec-signing: on
    dnssec-policy: ${algorithm}
`,
  )
  .join("")}zone:
  - domain: ${catalogZone}.
    catalog-role: generate
    acl: transfer
    notify: ${notified}
`;
}

export function secondaryConfiguration(options: DnsServerOptions, host: string): string {
  const own = options.secondaries.find((each) => each.host === host);
  if (!own) {
    throw new Error(`${host} isn't one of the public nameservers`);
  }
  return `${head(options, own)}${remoteSection([{ ...options.primary, id: "primary", key: transferKeyName }])}acl:
  - id: notify
    key: ${transferKeyName}
    action: notify
template:
${defaultTemplate(options)}  - id: member
    master: primary
    acl: notify
    zonefile-load: none
    zonefile-sync: -1
    journal-content: all
zone:
  - domain: ${catalogZone}.
    master: primary
    acl: notify
    zonefile-load: none
    zonefile-sync: -1
    journal-content: all
    catalog-role: interpret
    catalog-template: member
`;
}

function head(options: DnsServerOptions, own: DnsAddress): string {
  const { folders, transferKey, databaseMegabytes: megabytes = productionMegabytes } = options;
  return `server:
    rundir: ${quoted(folders.run)}
    listen: ${knotAddress(own)}
    identity: ""
    version: ""
    nsid: ""
log:
  - target: stderr
    server: info
    zone: info
    control: warning
control:
    timeout: ${controlTimeoutSeconds}
database:
    storage: ${quoted(folders.state)}
    journal-db-max-size: ${megabytes.journal}M
    kasp-db-max-size: ${megabytes.keys}M
    timer-db-max-size: ${megabytes.timers}M
key:
  - id: ${transferKeyName}
    algorithm: hmac-sha256
    secret: ${transferKey}
`;
}

function remoteSection(remotes: readonly (DnsAddress & { id: string; key: string | undefined })[]): string {
  const each = remotes.map(
    ({ id, key, ...server }) =>
      `  - id: ${id}\n    address: ${knotAddress(server)}\n${key === undefined ? "" : `    key: ${key}\n`}`,
  );
  return each.length > 0 ? `remote:\n${each.join("")}` : "";
}

const defaultTemplate = ({ folders }: DnsServerOptions): string =>
  `  - id: default\n    storage: ${quoted(`${folders.state}/zones`)}\n`;

const knotAddress = ({ address, port }: DnsAddress) => `${address}@${port}`;
const listOf = (ids: readonly string[]) => `[${ids.join(", ")}]`;
const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
