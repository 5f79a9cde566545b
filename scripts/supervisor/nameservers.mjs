import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { findProgram } from "../system-packages.mjs";
import { holdFreePort, releasePort } from "./ports.mjs";

/** A socket's path has at most 107 characters. */
const longestFolder = 80;
const hosts = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"];

/** The folder of the control sockets: in the data folder, unless its path is too long. */
function runFolderOf(dataDir) {
  const own = path.join(dataDir, "dns/run");
  if (Buffer.byteLength(own) <= longestFolder) {
    return own;
  }
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(tmpdir(), `zonepost-dns-${name}`);
}

/** Where the sandbox's nameservers will run; undefined without Knot, and if the operator has others. */
export async function chooseNameservers({ mode, dataDir }) {
  if (mode !== "sandbox" || process.env.DNS_SERVERS || !findProgram(["knotd"])) {
    return undefined;
  }
  const ports = [await holdFreePort(), await holdFreePort(), await holdFreePort()];
  // Only reserved: `npm run sandbox:dns` listens there.
  const resolverPort = await holdFreePort();
  await releasePort(resolverPort);
  return { controlSocket: path.join(runFolderOf(dataDir), "primary/knot.sock"), ports, resolverPort };
}

/** The public nameservers in run.json's ports, as `host=port`. */
export const nameserversOf = ({ dns2, dns3 }) =>
  hosts.map((host, at) => `${host}=${[dns2, dns3][at]}`).join(",");

/** For all processes: those of the API find the nameservers with it, and those start with it. */
export const nameserverEnvironment = ({ controlSocket, ports, resolverPort }) => ({
  DNS_CONTROL_SOCKET: controlSocket,
  DNS_SERVERS: hosts.map((host, at) => `${host}=127.0.0.1:${ports[at + 1]}`).join(","),
  DNS_CONTACT: process.env.DNS_CONTACT || "hostmaster@zonepost-dns.net",
  SANDBOX_NAMESERVER_PORTS: ports.join(","),
  SANDBOX_RESOLVER_PORT: String(resolverPort),
});
