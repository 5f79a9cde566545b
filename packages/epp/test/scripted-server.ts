import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createServer, type TLSSocket } from "node:tls";
import type { EppClientOptions } from "../src/client/options.ts";
import { type ClientMessage, decodeClientMessage } from "../src/codec/client-message.ts";
import { encodeGreetingMessage, encodeResponse, type ResponseInput } from "../src/codec/server-message.ts";
import { createFrameDecoder, encodeFrame } from "../src/frames.ts";
import { namespaces } from "../src/namespaces.ts";

// A pre-shared key replaces certificates, so that these tests need none.
const key = Buffer.from("5a6f6e65706f73742074657374206b65", "hex");
const sharedTls = { ciphers: "PSK-AES128-GCM-SHA256", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const;

export type ReceivedMessage = {
  /** 1 for the first connection. */
  connection: number;
  message: ClientMessage;
  xml: string;
};

/** The scripted reaction to a message. Without one, the server sends the usual response. */
export type Action =
  | { respond: Omit<ResponseInput, "svTRID" | "clTRID"> & { clTRID?: string | null }; close?: boolean }
  /** Raw bytes to send, piece by piece. */
  | { send: Uint8Array[]; close?: boolean }
  | { drop: true }
  | { silence: true }
  | undefined;

export type ScriptedServer = {
  port: number;
  tls: NonNullable<EppClientOptions["tls"]>;
  received: ReceivedMessage[];
  connections: number;
  /** Resolves once a matching message has arrived, even if that was earlier. */
  receives(fits: (received: ReceivedMessage) => boolean): Promise<ReceivedMessage>;
  /** Closes the open connections, like a server that restarts. */
  dropAll(): Promise<void>;
  close(): Promise<void>;
};

/** The `type` of a received command, or the kind of message. */
export function kindOf({ message }: ReceivedMessage): string {
  return message.type === "command" ? message.command.type : message.type;
}

/** A server over a real TLS socket that accepts any login and returns scripted responses. */
export async function startScriptedServer(
  script: (received: ReceivedMessage, index: number) => Action | Promise<Action> = () => undefined,
  greeting: {
    objectUris?: string[];
    extensionUris?: string[];
    onConnect?: (connection: number) => Action;
    /** A certificate instead of the pre-shared key. */
    identity?: { keyPem: string; certificatePem: string };
  } = {},
): Promise<ScriptedServer> {
  const received: ReceivedMessage[] = [];
  const watchers = new Set<() => void>();
  const open = new Set<TLSSocket>();
  let transactions = 0;

  const greetingXml = () =>
    encodeGreetingMessage({
      serverId: "Scripted",
      date: new Date(),
      versions: ["1.0"],
      languages: ["en"],
      objectUris: greeting.objectUris ?? [namespaces.domain],
      extensionUris: greeting.extensionUris ?? [namespaces.secDns, namespaces.fee],
    });

  async function perform(
    socket: TLSSocket,
    action: Action,
    message: ClientMessage | undefined,
  ): Promise<void> {
    if (action === undefined) {
      const usual =
        message === undefined || message.type === "hello" ? greetingXml() : usualResponse(message);
      socket.write(encodeFrame(usual));
      if (message?.type === "command" && message.command.type === "logout") {
        socket.end();
      }
      return;
    }
    if ("drop" in action) {
      return void socket.destroy();
    }
    if ("silence" in action) {
      return;
    }
    if ("send" in action) {
      for (const piece of action.send) {
        socket.write(piece);
        // Sends the piece in a separate TLS record and packet.
        await pause(1);
      }
    } else {
      const { clTRID, ...response } = action.respond;
      const own = message?.type === "command" ? message.clTRID : undefined;
      const identifier = clTRID === null ? undefined : (clTRID ?? own);
      transactions += 1;
      socket.write(
        encodeFrame(
          encodeResponse({
            ...response,
            ...(identifier !== undefined && { clTRID: identifier }),
            svTRID: `SRV-${transactions}`,
          }),
        ),
      );
    }
    if (action.close) {
      socket.end();
    }
  }

  function usualResponse(message: ClientMessage): string {
    transactions += 1;
    const identifiers = {
      ...(message.type !== "hello" && message.clTRID !== undefined && { clTRID: message.clTRID }),
      svTRID: `SRV-${transactions}`,
    };
    if (message.type !== "command") {
      return encodeResponse({ code: 2001, ...identifiers });
    }
    return encodeResponse({ code: message.command.type === "logout" ? 1500 : 1000, ...identifiers });
  }

  const { identity } = greeting;
  const serverTls = identity
    ? { key: identity.keyPem, cert: identity.certificatePem }
    : { ...sharedTls, pskCallback: () => key };
  const server = createServer(serverTls, (socket) => {
    result.connections += 1;
    const connection = result.connections;
    const frames = createFrameDecoder();
    let work = perform(socket, greeting.onConnect?.(connection), undefined);
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      for (const xml of frames.push(chunk)) {
        const item = { connection, message: decodeClientMessage(xml), xml };
        const index = received.push(item) - 1;
        work = work.then(async () => perform(socket, await script(item, index), item.message));
        for (const watcher of watchers) {
          watcher();
        }
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const result: ScriptedServer = {
    port: (server.address() as AddressInfo).port,
    tls: identity
      ? { ca: identity.certificatePem }
      : {
          ...sharedTls,
          pskCallback: () => ({ psk: key, identity: "test" }),
          checkServerIdentity: () => undefined,
        },
    received,
    connections: 0,
    receives: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find(fits);
          if (!found) {
            return;
          }
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      }),
    async dropAll() {
      await Promise.all(
        [...open].map(async (socket) => {
          const closed = once(socket, "close");
          socket.end();
          await closed;
        }),
      );
    },
    async close() {
      for (const socket of open) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
  return result;
}
