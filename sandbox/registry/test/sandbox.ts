import { createTestDatabase } from "@zonepost/db/testing";
import { createEppClient, type DomainCreateCommand, type EppClient, type PollMessage } from "@zonepost/epp";
import postgres from "postgres";
import { expect } from "vitest";
import { otherRegistrar, type Registry, type RegistryOptions, startRegistry } from "../src/index.ts";
import { contacts, credentials } from "./raw-session.ts";

export const refusal = (code: number) => expect.objectContaining({ name: "EppResultError", code });
export const nameservers = [{ name: "ns1.example.net" }, { name: "ns2.example.net" }];
const dayMs = 86_400_000;

export interface Sandbox extends AsyncDisposable {
  registry: Registry;
  sql: postgres.Sql;
  client: EppClient;
  /** The other registrar. */
  rival: EppClient;
  connect(who: { clientId: string; password: string }): EppClient;
  /** Sets the business clock. */
  advanceTo(moment: Date): Promise<void>;
  /** A new domain of our registrar, with the authorization information `auth-code-1`. */
  register(name: string, details?: Partial<DomainCreateCommand>): Promise<void>;
}

/** A registry with its own seeded database, and a client for each registrar. */
export async function startSandbox(changes: Partial<RegistryOptions> = {}): Promise<Sandbox> {
  const database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const rivalLogin = { clientId: otherRegistrar, password: "rival-test" };
  const registry = await startRegistry({
    databaseUrl: database.url,
    ...credentials,
    seed: true,
    registrars: { [rivalLogin.clientId]: rivalLogin.password },
    ...changes,
  });
  const clients: EppClient[] = [];
  const connect = (who: { clientId: string; password: string }) => {
    const client = createEppClient({
      host: "127.0.0.1",
      port: registry.port,
      tls: { ca: registry.certificatePem },
      reconnectDelayMs: { minimum: 1, maximum: 2 },
      ...who,
    });
    clients.push(client);
    return client;
  };
  const client = connect(credentials);
  return {
    registry,
    sql,
    client,
    rival: connect(rivalLogin),
    connect,
    async advanceTo(moment) {
      await sql`update public.business_clock set offset_ms = ${moment.getTime() - Date.now()}`;
    },
    async register(name, details = {}) {
      await client.domainCreate(name, { ...contacts, nameservers, authInfo: "auth-code-1", ...details });
    },
    async [Symbol.asyncDispose]() {
      for (const one of clients) {
        await one.close();
      }
      await registry.close();
      await sql.end();
      await database.drop();
    },
  };
}

/** Takes all messages of a registrar, oldest first. */
export async function takeMessages(client: EppClient): Promise<PollMessage[]> {
  const messages: PollMessage[] = [];
  for (let { data } = await client.poll(); data; { data } = await client.poll()) {
    messages.push(data);
    await client.ackPoll(data.id);
  }
  return messages;
}

/** The messages about one name: when they were queued, and their texts. */
export function about(
  messages: readonly PollMessage[],
  name: string,
): [Date | undefined, string | undefined][] {
  return messages.filter(({ text }) => text?.includes(name)).map(({ queuedAt, text }) => [queuedAt, text]);
}

export function plusDays(date: Date | undefined, days: number): Date {
  return new Date((date?.getTime() ?? Number.NaN) + days * dayMs);
}

export function plusYears(date: Date | undefined, years: number): Date {
  const moved = new Date(date ?? Number.NaN);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved;
}

export const dateOf = (date: Date | undefined): string => date?.toISOString().slice(0, 10) ?? "";
