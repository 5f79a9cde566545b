import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { MailServers } from "../modules/mail/index.ts";

const runFile = z.object({
  ports: z.object({
    imaps: z.int(),
    submissions: z.int(),
    imap: z.int().optional(),
    submission: z.int().optional(),
    sieve: z.int().optional(),
  }),
});

const host = "localhost";
const startTls = (port: number | undefined) =>
  port === undefined ? null : { host, port, security: "starttls" as const };

/** The sandbox's mail servers, with the ports that they have now; null if they aren't running. */
export async function findMailServers(dataDir: string): Promise<MailServers | null> {
  const text = await readFile(join(dataDir, "run.json"), "utf8").catch(() => "{}");
  const { data } = runFile.safeParse(JSON.parse(text));
  if (!data) {
    return null;
  }
  const { imaps, submissions, imap, submission, sieve } = data.ports;
  return {
    hostName: host,
    imap: { host, port: imaps, security: "tls" },
    submission: { host, port: submissions, security: "tls" },
    sieve: startTls(sieve),
    alternatives: { imap: startTls(imap), submission: startTls(submission) },
  };
}
