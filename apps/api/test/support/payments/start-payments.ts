import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { paymentMethods } from "@zonepost/db";
import type { PaymentMethod } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { eq } from "drizzle-orm";
import pino from "pino";
import { wallClock } from "../../../src/kernel/clock.ts";
import { rowId } from "../../../src/kernel/ids.ts";
import type { PaymentListener, PaymentProcessor } from "../../../src/modules/payments/ports.ts";
import { processorsOf } from "../../../src/modules/payments/processor/call-processor.ts";
import { type Api, type Person, startApi } from "../start-api.ts";
import { type NoticeChanges, noticeOf } from "./card-processor.ts";

export type { Api, Person, Workspace } from "../start-api.ts";
export { enterCard, noticeOf } from "./card-processor.ts";

/** The API with the sandbox's card processor, whose notices arrive at once. */
export async function startPayments(options: Parameters<typeof startApi>[0] = {}) {
  const api = await startApi({ withCards: true, ...options });
  const { cards } = api;
  if (!cards) {
    throw new Error("the card processor did not start");
  }
  return {
    api,
    cards,
    holdNotices: api.holdNotices,
    sendNotices: api.sendNotices,
    list: async ({ cookie }: Person): Promise<PaymentMethod[]> =>
      (await api.call({ path: "/payment-methods", cookie })).json,
    /** The stored cards, without asking the processor as the list does. */
    storedCount: async (workspaceId: string): Promise<number> =>
      (await api.sql`select id from payment_methods where workspace_id = ${workspaceId}`).length,
    openPage: (person: Person, body: object = {}) =>
      api.call({ method: "POST", path: "/payment-methods", cookie: person.cookie, body }),
    /** A test card, saved by the sandbox's route. */
    saveCard: async ({ cookie }: Person, number = "4242424242424242"): Promise<PaymentMethod> =>
      (await api.call({ method: "POST", path: "/sandbox/payment-methods", cookie, body: { number } })).json,
    /** The state of a hosted page, as the panel asks for it on return. */
    readPage: (person: Person, id: string) => {
      const input = encodeURIComponent(JSON.stringify({ id }));
      return api.call({ path: `/trpc/payments.methods.page?input=${input}`, cookie: person.cookie });
    },
    /** A request to the processor's API, past ours. */
    async atProcessor(method: string, path: string, form: Record<string, string> = {}): Promise<Json> {
      const response = await fetch(`${cards.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${cards.secretKey}` },
        ...(method === "POST" ? { body: new URLSearchParams(form) } : {}),
      });
      return await response.json();
    },
    processorIdOf: (id: string): Promise<string> => processorIdOf(api, id),
    /** Sends a notice as the processor would. */
    notify: (type: string, object: object, changes: NoticeChanges = {}) =>
      api.call(noticeOf(type, object, changes)),
    audited: async (workspaceId: string) =>
      api.sql<{ action: string; target: string; actor: string; requestId: string | null }[]>`
        select action, target, actor ->> 'name' as actor, request_id as "requestId" from audit_entries
        where workspace_id = ${workspaceId} and action like 'payment_method.%' order by id`,
  };
}

/** Passes requests on to the card processor, except reads of a card, which it doesn't answer. */
export async function startSlowProcessor({ url: processorUrl }: { url: string }) {
  const unanswered: string[] = [];
  const server = createServer(async ({ method = "GET", url = "", headers }, response) => {
    if (url.startsWith("/v1/payment_methods/")) {
      unanswered.push(url);
      return;
    }
    const { authorization = "" } = headers;
    const answer = await fetch(processorUrl + url, { method, headers: { authorization } });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unanswered,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** For a verb that is called directly, with a processor of the test's own that answers to the given verbs. */
export const systemCtx = (
  { db }: Pick<Api, "db">,
  processor: Partial<PaymentProcessor>,
  orders: PaymentListener = listenerThatFails,
) => ({
  db,
  clock: wallClock,
  log: pino({ level: "silent" }),
  actor: { kind: "system", job: "test" } as const,
  requestId: null,
  ipAddress: null,
  panelUrl: "http://localhost:3999",
  secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
  operatorEmail: undefined,
  processors: processorsOf([{ code: "stripe", ...processor } as PaymentProcessor]),
  orders,
});

const unexpected = () => Promise.reject(new Error("the test expects no payment"));
const listenerThatFails: PaymentListener = {
  describeOrder: unexpected,
  isAwaitingPayment: unexpected,
  whenChargeBegins: unexpected,
  whenChargeStops: unexpected,
  whenPaymentReceived: unexpected,
  whenPaymentConfirmed: unexpected,
  whenPaymentReturned: unexpected,
  whenConfirmationNeeded: unexpected,
  whenRefundEnds: unexpected,
  whenDisputesChange: unexpected,
};

export type Payments = Awaited<ReturnType<typeof startPayments>>;

async function processorIdOf(api: Api, id: string): Promise<string> {
  const uuid = rowId("pmt", id) ?? "";
  const [row] = await api.db
    .select({ processorId: paymentMethods.processorId })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, uuid));
  if (!row) {
    throw new Error(`${id} is not stored`);
  }
  return row.processorId;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape, and fail where one is missing
type Json = any;
