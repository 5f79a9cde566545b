import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Those with connections to the database. */
const services = ["auth", "dict"];

/**
 * Ends Dovecot's processes that query the database; Dovecot starts new ones. After an outage, they refuse sign-ins for up
 * to half an hour before they connect again. A reload would also end connections of mail programs, without a reply.
 */
export async function replaceLookupProcesses(dovecotConfiguration: string): Promise<void> {
  const args = ["-c", dovecotConfiguration, "-f", "tab", "process", "status"];
  const { stdout } = await promisify(execFile)("doveadm", args, { timeout: 10_000 });
  for (const line of stdout.trimEnd().split("\n")) {
    const [service = "", pid] = line.split("\t");
    if (services.includes(service)) {
      endProcess(Number(pid));
    }
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}
