import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type postgres from "postgres";
import { type CertificateFiles, createCertificate } from "./certificate.ts";
import { checkUpload } from "./check-upload.ts";
import { FairChecks } from "./fair-checks.ts";
import { serveSession } from "./session.ts";

const maxConnections = 1_000;
/** An office has one address. */
const maxConnectionsPerAddress = 50;

/** ManageSieve for mail programs. It refuses scripts with what this server doesn't do; the rest is up to Dovecot. */
export async function startManageSieve(options: {
  sql: postgres.Sql;
  /** Undefined for all. */
  address?: string | undefined;
  port: number;
  dovecotPort: number;
  certificateFiles: CertificateFiles;
  log: (line: string) => void;
}): Promise<{ close(): void }> {
  const { sql, address, port, dovecotPort, certificateFiles, log } = options;
  const checks = new FairChecks();
  const certificate = createCertificate(certificateFiles);
  await certificate();
  const sockets = new Map<Socket, string>();
  const server = createServer({ keepAlive: true, noDelay: true }, (socket) => {
    const from = socket.remoteAddress ?? "";
    const others = [...sockets.values()].filter((other) => other === from).length;
    socket.on("error", () => {});
    if (sockets.size >= maxConnections || others >= maxConnectionsPerAddress) {
      socket.end('BYE (TRYLATER) "Too many connections"\r\n');
      socket.destroySoon();
      return;
    }
    sockets.set(socket, from);
    socket.once("close", () => sockets.delete(socket));
    serveSession(socket, {
      port: dovecotPort,
      certificate,
      check: (login, script, fetchScript) =>
        checks.run(login, (measure) => checkUpload(sql, login, script, fetchScript, measure)),
    }).catch((error: unknown) => log(`a ManageSieve session ended: ${String(error)}`));
  });
  server.listen(port, address);
  await once(server, "listening");
  return {
    close() {
      server.close();
      for (const socket of sockets.keys()) {
        socket.destroy();
      }
    },
  };
}
