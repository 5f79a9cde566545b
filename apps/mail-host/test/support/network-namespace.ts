import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import path from "node:path";

/**
 * A machine's own network, in which the standard ports are free and nothing else is reachable. Connections pass through
 * sockets in the folder: one way to the database, and to each of the ports.
 */
export async function createNetworkNamespace(
  folder: string,
  options: { databasePort: number; ports: number[] },
) {
  const holder = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  const enter = (...command: string[]) => ["nsenter", "--net", `--target=${holder.pid}`, ...command];
  await once(holder, "spawn");
  // The program has to have unshared before.
  while (
    spawnSync("nsenter", enter("ip", "link", "set", "lo", "up").slice(1)).status !== 0 ||
    isOurs(holder)
  ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const databaseSocket = path.join(folder, "database.sock");
  const servers: Server[] = [
    await relay({ path: databaseSocket }, { port: options.databasePort, host: "127.0.0.1" }),
  ];
  const inside = spawn(
    "nsenter",
    [
      ...enter().slice(1),
      process.execPath,
      "-e",
      insideScript,
      databaseSocket,
      folder,
      ...options.ports.map(String),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(inside.stdout, "data");
  const portOf = new Map<number, number>();
  for (const port of options.ports) {
    const server = await relay({ port: 0, host: "127.0.0.1" }, { path: path.join(folder, `${port}.sock`) });
    portOf.set(port, (server.address() as { port: number }).port);
    servers.push(server);
  }
  return {
    /** A command that runs in it. */
    enter,
    /** The port here that leads to a port there. */
    portOf: (port: number) => portOf.get(port) ?? 0,
    async close() {
      for (const server of servers) {
        server.close();
      }
      inside.kill("SIGKILL");
      holder.kill("SIGKILL");
      await Promise.all([inside, holder].map((child) => child.exitCode ?? once(child, "close")));
    },
  };
}

function isOurs(holder: ChildProcess): boolean {
  const of = (pid: number | string | undefined) =>
    spawnSync("readlink", [`/proc/${pid}/ns/net`], { encoding: "utf8" }).stdout;
  return of(holder.pid) === of("self");
}

type Place = { path: string } | { port: number; host: string };

async function relay(from: Place, to: Place): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(to as { path: string });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other).on("error", () => {});
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  server.listen(from);
  await once(server, "listening");
  return server;
}

const insideScript = `
const { connect, createServer } = require("node:net");
const [databaseSocket, folder, ...ports] = process.argv.slice(1);
const relay = (from, to) => new Promise((resolve) => createServer((near) => {
  const far = connect(to);
  for (const [one, other] of [[near, far], [far, near]]) {
    one.pipe(other).on("error", () => {});
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
  }
}).listen(from, resolve));
Promise.all([
  relay({ port: 5432, host: "127.0.0.1" }, { path: databaseSocket }),
  ...ports.map((port) => relay({ path: folder + "/" + port + ".sock" }, { port: Number(port), host: "127.0.0.1" })),
]).then(() => console.log("ready"));
`;
