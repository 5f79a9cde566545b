// The life of a domain at a registry. If the response to a change is lost, the object is checked before the change is
// sent again. The contact, domain and hosts of an earlier run are reused.
// Node 22.18 and later run this file directly, from a folder outside node_modules:
//
//   EPP_HOST=epp.example EPP_PORT=700 EPP_CLIENT_ID=ClientX EPP_PASSWORD=… EPP_CA_FILE=ca.pem \
//     node domain-life.ts example.com
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import {
  createEppPool,
  type DomainCreateCommand,
  type EppClient,
  EppOutcomeUnknownError,
  type HostAddress,
  isEppRefusal,
  type PollMessage,
} from "@zonepost/epp";

/** Returns the domain, contact or host, or `undefined` if it doesn't exist. */
async function find<Data>(query: Promise<{ data: Data }>): Promise<Data | undefined> {
  try {
    return (await query).data;
  } catch (error) {
    if (isEppRefusal(error, "object_does_not_exist")) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Sends a change. If its response is lost, it checks `isDone` before sending the change once more. An object that
 * exists from an earlier run is fine too.
 */
async function once(send: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await send();
  } catch (error) {
    const isLost = error instanceof EppOutcomeUnknownError;
    if (!isLost && !isEppRefusal(error, "object_exists")) {
      throw error;
    }
    if (await isDone()) {
      return;
    }
    if (!isLost) {
      throw error;
    }
    await send();
  }
}

export async function register(
  client: EppClient,
  name: string,
  details: Omit<DomainCreateCommand, "type" | "name"> & { registrant: string },
): Promise<void> {
  await once(
    () => client.domainCreate(name, details),
    // Another client may have been faster. The domain is ours if it has our registrant.
    async () => (await find(client.domainInfo(name)))?.registrant === details.registrant,
  );
}

/** Renews for a year from the given expiry date. A registry that has already renewed the domain refuses a repeat. */
export async function renew(client: EppClient, name: string, expiresAt: Date): Promise<void> {
  const currentExpiryDate = expiresAt.toISOString().slice(0, 10);
  await once(
    () => client.domainRenew(name, { currentExpiryDate, period: { value: 1, unit: "y" } }),
    async () => Number((await find(client.domainInfo(name)))?.expiresAt) > Number(expiresAt),
  );
}

/** Restores a deleted domain during its redemption period (RFC 3915). */
export async function restore(client: EppClient, name: string, deletedAt: Date): Promise<void> {
  const domain = await find(client.domainInfo(name));
  if (!domain?.rgpStatuses?.includes("redemptionPeriod")) {
    throw new Error(`${name} cannot be restored`);
  }
  const { data } = await client.domainRestore(name);
  if (!data.rgpStatuses.includes("pendingRestore")) {
    return;
  }
  await client.domainRestore(name, {
    report: {
      dataBefore: JSON.stringify(domain),
      dataAfter: JSON.stringify(domain),
      deletedAt,
      restoredAt: new Date(),
      reason: "Registrant error.",
      statements: [
        "The domain was not restored in order to sell it.",
        "The information in this report is true.",
      ],
    },
  });
}

/** Processes each message, then removes it from the queue. */
export async function processMessages(
  client: EppClient,
  handle: (message: PollMessage) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { data: message } = await client.poll();
    if (!message) {
      return;
    }
    await handle(message);
    await client.ackPoll(message.id);
  }
}

/** Checks the price, registers, locks, renews, deletes and restores a domain, and reads the registry's messages. */
export async function runDomainLife(
  client: EppClient,
  name: string,
  print: (line: string) => void,
): Promise<void> {
  const { data } = await client.domainCheck([name], {
    fee: { commands: [{ name: "create", period: { value: 1, unit: "y" } }] },
  });
  const price = data.fee?.items[0]?.commands[0];
  print(`${name} available: ${data.domains[0]?.available}, ${price?.fees[0]?.amount} ${data.fee?.currency}`);

  const email = "holder@example.net";
  await once(
    () =>
      client.contactCreate("HOLDER-1", {
        postalInfos: [
          {
            type: "loc",
            name: "Jürgen Groß",
            address: { street: ["Domplatz 1"], city: "Köln", postalCode: "50667", countryCode: "DE" },
          },
        ],
        voice: { number: "+49.2211234567" },
        email,
        authInfo: "Contact-code-1",
      }),
    async () => (await find(client.contactInfo("HOLDER-1")))?.email === email,
  );
  await register(client, name, {
    period: { value: 1, unit: "y" },
    registrant: "HOLDER-1",
    contacts: [
      { type: "admin", id: "HOLDER-1" },
      { type: "tech", id: "HOLDER-1" },
    ],
    authInfo: "Domain-code-1",
    ...(price && data.fee && { fee: { currency: data.fee.currency, fees: price.fees } }),
  });
  const hosts = [`ns1.${name}`, `ns2.${name}`];
  for (const [index, host] of hosts.entries()) {
    const addresses: HostAddress[] = [
      { version: "v4", address: `192.0.2.${index + 1}` },
      { version: "v6", address: `2001:db8::${index + 1}` },
    ];
    await once(
      () => client.hostCreate(host, { addresses }),
      async () => (await find(client.hostInfo(host)))?.addresses.length === addresses.length,
    );
  }
  const isDelegated = async () => {
    const domain = await find(client.domainInfo(name));
    const hasHosts = hosts.every((host) =>
      domain?.nameservers.some((nameserver) => nameserver.name === host),
    );
    return hasHosts && domain?.statuses.includes("clientTransferProhibited") === true;
  };
  const delegate = () =>
    client.domainUpdate(name, {
      add: { nameservers: hosts.map((host) => ({ name: host })), statuses: ["clientTransferProhibited"] },
    });
  if (!(await isDelegated())) {
    await once(delegate, isDelegated);
  }
  const registered = (await client.domainInfo(name)).data;
  print(`registered until ${registered.expiresAt?.toISOString()}, ${registered.statuses.join(", ")}`);

  if (registered.expiresAt) {
    await renew(client, name, registered.expiresAt);
  }
  print(`renewed until ${(await client.domainInfo(name)).data.expiresAt?.toISOString()}`);

  const deletedAt = new Date();
  const { pending } = await client.domainDelete(name);
  print(`deleted${pending ? ", and can be restored" : ""}`);
  if (pending) {
    await restore(client, name, deletedAt);
    print(`restored, ${(await client.domainInfo(name)).data.statuses.join(", ")}`);
  }
  await processMessages(client, async ({ text, subject }) => {
    const status = subject?.type === "domain:transfer" ? ` (${subject.transfer.status})` : "";
    print(`message: ${text}${status}`);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { EPP_HOST = "", EPP_PORT = "700", EPP_CLIENT_ID = "", EPP_PASSWORD = "", EPP_CA_FILE } = process.env;
  const client = createEppPool({
    host: EPP_HOST,
    port: Number(EPP_PORT),
    clientId: EPP_CLIENT_ID,
    password: EPP_PASSWORD,
    maxSessions: 2,
    ...(EPP_CA_FILE && { tls: { ca: await readFile(EPP_CA_FILE) } }),
  });
  try {
    await runDomainLife(client, process.argv[2] ?? "example.com", console.log);
  } finally {
    await client.close();
  }
}
