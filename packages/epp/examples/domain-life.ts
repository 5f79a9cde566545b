// A domain's life at a registry, written so that no step is ever taken twice.
//
//   EPP_HOST=epp.example EPP_PORT=700 EPP_CLIENT_ID=ClientX EPP_PASSWORD=… EPP_CA_FILE=ca.pem \
//     node examples/domain-life.ts example.com
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import {
  createEppPool,
  type DomainCreateCommand,
  type DomainInfo,
  type EppClient,
  EppOutcomeUnknownError,
  isEppRefusal,
  type PollMessage,
} from "@zonepost/epp";

/** The domain, or `undefined` when nobody has it. */
async function findDomain(client: EppClient, name: string): Promise<DomainInfo | undefined> {
  try {
    return (await client.domainInfo(name)).data;
  } catch (error) {
    if (isEppRefusal(error, "object_does_not_exist")) return undefined;
    throw error;
  }
}

/** Sends a change and, when its answer is lost, asks `isDone` before it is sent once more. */
async function once(send: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof EppOutcomeUnknownError)) throw error;
    if (!(await isDone())) await send();
  }
}

export async function register(
  client: EppClient,
  name: string,
  details: Omit<DomainCreateCommand, "type" | "name">,
): Promise<void> {
  await once(
    () => client.domainCreate(name, details),
    async () => (await findDomain(client, name)) !== undefined,
  );
}

/** Renews for a year from the expiry date that is known: a registry that has renewed already refuses a repeat. */
export async function renew(client: EppClient, name: string, expiresAt: Date): Promise<void> {
  const currentExpiryDate = expiresAt.toISOString().slice(0, 10);
  await once(
    () => client.domainRenew(name, { currentExpiryDate, period: { value: 1, unit: "y" } }),
    async () => Number((await findDomain(client, name))?.expiresAt) > Number(expiresAt),
  );
}

/** Brings a deleted domain back while its redemption period runs (RFC 3915). */
export async function restore(client: EppClient, name: string, deletedAt: Date): Promise<void> {
  const domain = await findDomain(client, name);
  if (!domain?.rgpStatuses?.includes("redemptionPeriod")) throw new Error(`${name} cannot be restored`);
  const { data } = await client.domainRestore(name);
  if (!data.rgpStatuses.includes("pendingRestore")) return;
  await client.domainRestore(name, {
    report: {
      dataBefore: JSON.stringify(domain),
      dataAfter: JSON.stringify(domain),
      deletedAt,
      restoredAt: new Date(),
      reason: "Registrant error.",
      statements: ["The domain is not restored to be sold.", "What this report says is true."],
    },
  });
}

/** Deals with each message, and takes it off the queue only after that. */
export async function takeMessages(
  client: EppClient,
  deal: (message: PollMessage) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { data: message } = await client.poll();
    if (!message) return;
    await deal(message);
    await client.ackPoll(message.id);
  }
}

/** Checks the price, registers, locks, renews, deletes, restores, and reads what the registry has to say. */
export async function liveThrough(
  client: EppClient,
  name: string,
  print: (line: string) => void,
): Promise<void> {
  const { data } = await client.domainCheck([name], {
    fee: { commands: [{ name: "create", period: { value: 1, unit: "y" } }] },
  });
  const price = data.fee?.items[0]?.commands[0];
  print(`${name} available: ${data.domains[0]?.available}, ${price?.fees[0]?.amount} ${data.fee?.currency}`);

  await client.contactCreate("HOLDER-1", {
    postalInfos: [
      {
        type: "loc",
        name: "Jürgen Groß",
        address: { street: ["Domplatz 1"], city: "Köln", postalCode: "50667", countryCode: "DE" },
      },
    ],
    voice: { number: "+49.2211234567" },
    email: "holder@example.net",
    authInfo: "Contact-code-1",
  });
  await register(client, name, {
    period: { value: 1, unit: "y" },
    registrant: "HOLDER-1",
    authInfo: "Domain-code-1",
    ...(price && data.fee && { fee: { currency: data.fee.currency, fees: price.fees } }),
  });
  await client.hostCreate(`ns1.${name}`, {
    addresses: [
      { version: "v4", address: "192.0.2.1" },
      { version: "v6", address: "2001:db8::1" },
    ],
  });
  await client.domainUpdate(name, {
    add: { nameservers: [{ name: `ns1.${name}` }], statuses: ["clientTransferProhibited"] },
  });
  const registered = (await client.domainInfo(name)).data;
  print(`registered until ${registered.expiresAt?.toISOString()}, ${registered.statuses.join(", ")}`);

  if (registered.expiresAt) await renew(client, name, registered.expiresAt);
  print(`renewed until ${(await client.domainInfo(name)).data.expiresAt?.toISOString()}`);

  const deletedAt = new Date();
  const { pending } = await client.domainDelete(name);
  print(`deleted${pending ? ", and can be restored" : ""}`);
  if (pending) {
    await restore(client, name, deletedAt);
    print(`restored, ${(await client.domainInfo(name)).data.statuses.join(", ")}`);
  }
  await takeMessages(client, async ({ text, subject }) => {
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
    await liveThrough(client, process.argv[2] ?? "example.com", console.log);
  } finally {
    await client.close();
  }
}
