import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import { commandLine, freePort, OperatorError, tryPort } from "../../packages/embedded-postgres/src/host.mjs";

/** @type {Map<number, import("node:net").Server>} */
const heldPorts = new Map();

/** Chooses a free port and keeps other programs from taking it until it is released. */
export async function holdFreePort() {
  for (;;) {
    const port = await freePort();
    const server = createServer((socket) => socket.destroy()).listen({
      port,
      host: "127.0.0.1",
      exclusive: true,
    });
    try {
      await once(server, "listening");
      heldPorts.set(port, server.unref());
      return port;
    } catch {
      // Taken meanwhile.
    }
  }
}

/** Frees a held port for the process that listens on it. Does nothing for other ports. */
export async function releasePort(port) {
  const server = heldPorts.get(port);
  heldPorts.delete(port);
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
}

export async function readPort(name, standard) {
  const text = process.env[name] || String(standard);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new OperatorError(`${name}=${text} is not a port number.`);
  }
  return port === 0 ? holdFreePort() : port;
}

function listeningSockets(port) {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = new Set();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    if (!fs.existsSync(table)) {
      continue;
    }
    for (const line of fs.readFileSync(table, "utf8").split("\n").slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === "0A" && local?.endsWith(`:${hexPort}`)) {
        sockets.add(`socket:[${inode}]`);
      }
    }
  }
  return sockets;
}

/** The process that listens on a port, if it is visible to us. */
function portHolder(port) {
  if (!fs.existsSync("/proc/net/tcp")) {
    const { stdout } = spawnSync("lsof", ["-nP", "-t", `-iTCP:${port}`, "-sTCP:LISTEN"], {
      encoding: "utf8",
    });
    return Number(stdout?.split("\n")[0]) || undefined;
  }
  const sockets = listeningSockets(port);
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) {
      continue;
    }
    try {
      const folder = `/proc/${name}/fd`;
      if (fs.readdirSync(folder).some((each) => sockets.has(fs.readlinkSync(`${folder}/${each}`)))) {
        return Number(name);
      }
    } catch {
      // It has ended, or belongs to another user.
    }
  }
  return undefined;
}

/** Rejects with one line if the port is in use. `localhost` may mean either address, so both must be free. */
export async function requirePort(name, port, host = "127.0.0.1") {
  if (heldPorts.has(port)) {
    return;
  }
  const hosts = host === "127.0.0.1" ? [host, "::1"] : [host];
  for (const each of hosts) {
    const code = await tryPort(port, each);
    if (code === undefined || (each === "::1" && code !== "EADDRINUSE")) {
      continue;
    }
    if (code === "EADDRINUSE") {
      const pid = portHolder(port);
      const holder = pid ? `process ${pid} (${commandLine(pid).slice(0, 80)})` : "another process";
      throw new OperatorError(
        `Port ${port} is in use by ${holder}. Stop it, or set ${name} to another port.`,
      );
    }
    const isElsewhere = `HOST=${each} isn't an address of this machine`;
    const why = {
      EACCES: "it requires root privileges",
      EADDRNOTAVAIL: isElsewhere,
      EAI_AGAIN: isElsewhere,
      EINVAL: isElsewhere,
      ENOTFOUND: isElsewhere,
    }[code];
    throw new OperatorError(`Cannot listen on port ${port} (${name}) at ${each}: ${why ?? code}.`);
  }
}
