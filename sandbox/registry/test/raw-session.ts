import { once } from "node:events";
import { connect } from "node:tls";
import { type ContactCreateCommand, type DomainCreateCommand, namespaces } from "@zonepost/epp";
import {
  createFrameDecoder,
  decodeServerMessage,
  type EppCommand,
  type EppResponse,
  encodeCommand,
  encodeFrame,
  type ServerMessage,
} from "@zonepost/epp/codec";
import type { Registry } from "../src/index.ts";

/** A client without checks of its own, which records all messages of both sides. */
export type RawSession = {
  sent: string[];
  received: string[];
  greeting: ServerMessage;
  /** Resolves with `undefined` if the server closes the connection instead of responding. */
  send(xml: string): Promise<ServerMessage | undefined>;
  command(command: EppCommand): Promise<EppResponse>;
  write(bytes: Uint8Array): void;
  next(): Promise<ServerMessage | undefined>;
  closed: Promise<void>;
  close(): void;
};

export const credentials = { clientId: "zonepost", password: "zonepost-test" };

/** The required elements of a new domain, from a seeded registry. */
export const contacts: Pick<DomainCreateCommand, "registrant" | "contacts"> = {
  registrant: "ZP-HOLDER-1",
  contacts: [
    { type: "admin", id: "ZP-HOLDER-1" },
    { type: "tech", id: "ZP-HOLDER-1" },
  ],
};

export const holder: Omit<ContactCreateCommand, "type" | "id"> = {
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
};

export function loginCommand(changes: Partial<Extract<EppCommand, { type: "login" }>> = {}): EppCommand {
  return {
    type: "login",
    ...credentials,
    version: "1.0",
    language: "en",
    objectUris: [namespaces.domain, namespaces.contact, namespaces.host],
    extensionUris: [
      namespaces.secDns,
      namespaces.rgp,
      namespaces.fee,
      namespaces.loginSec,
      namespaces.changePoll,
    ],
    ...changes,
  };
}

export async function openRawSession(registry: Registry): Promise<RawSession> {
  const socket = connect({ host: "127.0.0.1", port: registry.port, ca: registry.certificatePem });
  const frames = createFrameDecoder();
  const arrived: string[] = [];
  const waiting: ((xml: string | undefined) => void)[] = [];
  const received: string[] = [];
  const sent: string[] = [];
  let isClosed = false;
  let commands = 0;
  socket.on("data", (chunk) => {
    for (const xml of frames.push(chunk)) {
      received.push(xml);
      const waiter = waiting.shift();
      if (waiter) {
        waiter(xml);
      } else {
        arrived.push(xml);
      }
    }
  });
  // Some tests cut the connection.
  socket.on("error", () => {});
  const closed = once(socket, "close").then(() => {
    isClosed = true;
    for (const waiter of waiting.splice(0)) {
      waiter(undefined);
    }
  });

  async function next(): Promise<ServerMessage | undefined> {
    const xml =
      arrived.shift() ??
      (isClosed ? undefined : await new Promise<string | undefined>((r) => waiting.push(r)));
    return xml === undefined ? undefined : decodeServerMessage(xml);
  }

  async function send(xml: string): Promise<ServerMessage | undefined> {
    sent.push(xml);
    socket.write(encodeFrame(xml));
    return await next();
  }

  const greeting = await next();
  if (!greeting) {
    throw new Error("no greeting");
  }
  return {
    sent,
    received,
    greeting,
    send,
    next,
    closed,
    async command(command) {
      commands += 1;
      const answer = await send(encodeCommand(command, `RAW-${commands}`));
      if (answer?.type !== "response") {
        throw new Error("no response");
      }
      return answer;
    },
    write: (bytes) => void socket.write(bytes),
    close: () => socket.destroy(),
  };
}
