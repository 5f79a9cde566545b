import type { EppCommand } from "../src/codec/commands.ts";
import type { ContactInfo } from "../src/codec/contact/contact-info.ts";
import type { DomainInfo } from "../src/codec/domain/domain-info.ts";
import type { HostInfo } from "../src/codec/host/host-info.ts";
import type { PollSubject } from "../src/codec/poll.ts";
import { encodeResult } from "../src/codec/server-message.ts";
import { namespaces } from "../src/namespaces.ts";
import { type Action, kindOf, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

type Response = Extract<Action, { respond: unknown }>["respond"];

const startOfYear = new Date("2026-01-01T00:00:00.000Z");

export interface SmallRegistry extends ScriptedServer {
  domains: Map<string, DomainInfo>;
  contacts: Map<string, ContactInfo>;
  hosts: Map<string, HostInfo>;
  messages: { id: string; text: string; subject?: PollSubject }[];
}

/**
 * A minimal in-memory registry for the example, on the server half of the codec.
 * The first command listed in `lost` is executed, but the connection drops before the response.
 */
export async function startSmallRegistry(
  lost: readonly EppCommand["type"][] = [],
  identity?: { keyPem: string; certificatePem: string },
): Promise<SmallRegistry> {
  const domains = new Map<string, DomainInfo>();
  const contacts = new Map<string, ContactInfo>();
  const hosts = new Map<string, HostInfo>();
  const messages: SmallRegistry["messages"] = [];
  const stillLost = new Set(lost);
  const sponsor = { sponsoringClientId: "ClientX", createdBy: "ClientX", createdAt: startOfYear };

  function executeCommand(command: EppCommand): Response | undefined {
    switch (command.type) {
      case "domain:check":
        return {
          code: 1000,
          parts: encodeResult(command.type, {
            domains: command.names.map((name) => ({ name, available: !domains.has(name) })),
            ...(command.fee && {
              fee: {
                currency: "EUR",
                items: command.names.map((name) => ({
                  name,
                  available: true,
                  commands: (command.fee?.commands ?? []).map((one) => ({
                    ...one,
                    standard: true,
                    fees: [{ amount: "11.88" }],
                  })),
                })),
              },
            }),
          }),
        };
      case "contact:create":
        contacts.set(command.id, { roid: "C1-REP", statuses: ["ok"], ...command, ...sponsor });
        return {
          code: 1000,
          parts: encodeResult(command.type, { id: command.id, createdAt: startOfYear }),
        };
      case "host:create":
        hosts.set(command.name, {
          name: command.name,
          roid: "H1-REP",
          statuses: ["ok"],
          addresses: command.addresses ?? [],
          ...sponsor,
        });
        return {
          code: 1000,
          parts: encodeResult(command.type, { name: command.name, createdAt: startOfYear }),
        };
      case "domain:create": {
        if (domains.has(command.name)) {
          return { code: 2302 };
        }
        const expiresAt = new Date("2027-01-01T00:00:00.000Z");
        domains.set(command.name, {
          name: command.name,
          roid: "D1-REP",
          statuses: ["ok"],
          ...(command.registrant !== undefined && { registrant: command.registrant }),
          contacts: [],
          nameservers: [],
          subordinateHosts: [],
          ...sponsor,
          expiresAt,
        });
        return {
          code: 1000,
          parts: encodeResult(command.type, { name: command.name, createdAt: startOfYear, expiresAt }),
        };
      }
      case "poll":
        return answerPoll(command.operation === "acknowledge" ? command.messageId : undefined);
      default:
        return "name" in command ? changeDomain(command, domains.get(command.name)) : undefined;
    }
  }

  function changeDomain(
    command: Extract<EppCommand, { name: string }>,
    domain: DomainInfo | undefined,
  ): Response {
    if (!domain) {
      return { code: 2303 };
    }
    switch (command.type) {
      case "domain:info":
        return { code: 1000, parts: encodeResult(command.type, domain) };
      case "domain:update":
        domain.statuses = command.add?.statuses ?? domain.statuses;
        domain.nameservers = command.add?.nameservers ?? domain.nameservers;
        return { code: 1000 };
      case "domain:renew": {
        if (domain.expiresAt?.toISOString().slice(0, 10) !== command.currentExpiryDate) {
          return { code: 2306 };
        }
        const expiresAt = new Date(domain.expiresAt);
        expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + (command.period?.value ?? 1));
        domain.expiresAt = expiresAt;
        return { code: 1000, parts: encodeResult(command.type, { name: domain.name, expiresAt }) };
      }
      case "domain:delete":
        domain.statuses = ["pendingDelete"];
        domain.rgpStatuses = ["redemptionPeriod"];
        return { code: 1001 };
      case "domain:restore":
        domain.rgpStatuses = command.report ? [] : ["pendingRestore"];
        if (command.report) {
          domain.statuses = ["ok"];
        }
        return { code: 1000, parts: encodeResult(command.type, { rgpStatuses: domain.rgpStatuses }) };
      default:
        return { code: 2101 };
    }
  }

  function answerPoll(acknowledged: string | undefined): Response {
    const place = messages.findIndex(({ id }) => id === acknowledged);
    if (acknowledged !== undefined) {
      if (place === -1) {
        return { code: 2303 };
      }
      messages.splice(place, 1);
      return { code: 1000 };
    }
    const [oldest] = messages;
    if (!oldest) {
      return { code: 1300 };
    }
    const { id, text, subject } = oldest;
    return {
      code: 1301,
      queue: { count: messages.length, id, queuedAt: startOfYear, text },
      parts: encodeResult("poll", subject ? { subject } : {}),
    };
  }

  const server = await startScriptedServer(
    (received) => {
      const kind = kindOf(received);
      if (received.message.type !== "command") {
        return undefined;
      }
      const { command } = received.message;
      if (command.type === "login" || command.type === "logout") {
        return undefined;
      }
      const respond = executeCommand(command) ?? { code: 2101 };
      if (stillLost.delete(kind as EppCommand["type"])) {
        return { drop: true };
      }
      return { respond };
    },
    {
      objectUris: [namespaces.domain, namespaces.contact, namespaces.host],
      extensionUris: [namespaces.secDns, namespaces.fee, namespaces.rgp],
      ...(identity && { identity }),
    },
  );
  return Object.assign(server, { domains, contacts, hosts, messages });
}
