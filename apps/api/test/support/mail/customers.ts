import { mailDkimKeys } from "@zonepost/db";
import type { MailDkimKey } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { eq } from "drizzle-orm";
import pino from "pino";
import { expect } from "vitest";
import { createMailSweeps } from "../../../src/modules/mail/index.ts";
import { freeMailPlans, priceListOfRegistries } from "../../../src/modules/payments/index.ts";
import type { Api, Workspace } from "../start-api.ts";
import type { Login } from "./mail-host.ts";

export type Mailbox = Login & { id: string };
export type Domain = { name: string; workspace: Workspace };

export const mailEncryptionKey = Buffer.alloc(32, 7).toString("base64");

export const messageOf = (from: string, mark: string, more = "") =>
  `From: <${from}>\r\nTo: <someone@example.com>\r\nSubject: ${mark}\r\nDate: ${new Date().toUTCString()}\r\n${more}\r\nThis is ${mark}.\r\n`;

/** What customers do over REST before mail flows. */
export function createMailCustomers(api: Api) {
  async function rest(workspace: Workspace, method: string, where: string, body?: unknown) {
    const answer = await api.call({ method, path: where, body, cookie: workspace.owner.cookie });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  }
  return {
    rest,
    async activate(): Promise<Domain> {
      const workspace = await api.createWorkspace();
      const name = await workspace.addDomain();
      await rest(workspace, "POST", "/me/mail/activate", { domainName: name, planSlug: "starter" });
      return { name, workspace };
    },
    async createMailbox({ name, workspace }: Domain, localPart: string): Promise<Mailbox> {
      const account = await rest(workspace, "POST", `/me/mail/${name}/accounts`, {
        localPart,
        displayName: "Box",
      });
      return { id: account.id, user: account.fullAddress, password: account.passwordOnce };
    },
    /** Runs a job of the worker once. */
    async runSweep(name: string): Promise<void> {
      const sweeps = createMailSweeps({
        ...mailSweepPorts,
        db: api.db,
        clock: { now: async () => new Date(), wallNow: () => new Date() },
        mailDns: {
          readRecords: async () => ({ kind: "answered", values: [], alias: null }),
          resolveRecords: async () => [],
        },
      });
      await sweeps.find((sweep) => sweep.name === name)?.run(new AbortController().signal);
    },
    /** Rotates the key as the worker does, with nameservers that show its record at once. */
    async rotateKey({ name: domainName, workspace }: Domain): Promise<void> {
      const where = `/me/mail/${domainName}/dkim`;
      const { host, record, selector } = await rest(workspace, "POST", `${where}/rotate`);
      const sweeps = createMailSweeps({
        ...mailSweepPorts,
        db: api.db,
        clock: { now: async () => new Date(), wallNow: () => new Date() },
        mailDns: {
          readRecords: async ({ name }) => ({
            kind: "answered",
            values: name === host ? [record] : [],
            alias: null,
          }),
          resolveRecords: async () => [],
        },
      });
      const isActive = async () => {
        await api.db
          .update(mailDkimKeys)
          .set({ nextCheckAt: new Date() })
          .where(eq(mailDkimKeys.stage, "pending"));
        await sweeps.find(({ name }) => name === "stages of DKIM keys")?.run(new AbortController().signal);
        const keys: MailDkimKey[] = await rest(workspace, "GET", where);
        return keys.find((key) => key.selector === selector)?.stage === "active";
      };
      await expect.poll(isActive, { message: `${selector} signs` }).toBe(true);
    },
  };
}

const mailSweepPorts = {
  log: pino({ level: "silent" }),
  requestId: null,
  ipAddress: null,
  panelUrl: "http://panel.test",
  secretBox: createSecretBox([mailEncryptionKey]),
  mailDnsSettings: null,
  priceList: priceListOfRegistries("EUR", freeMailPlans, {}),
};
