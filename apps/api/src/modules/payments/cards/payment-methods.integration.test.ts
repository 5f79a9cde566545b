import { startCards } from "@zonepost/cards/testing";
import { createTestDatabase } from "@zonepost/db/testing";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeStale } from "../../../../test/support/accounts/second-factor.ts";
import { advanceClock } from "../../../../test/support/advance-clock.ts";
import {
  type Api,
  enterCard,
  noticeOf,
  type Payments,
  startPayments,
  startSlowProcessor,
  systemCtx,
  type Workspace,
} from "../../../../test/support/payments/start-payments.ts";
import { until } from "../../../../test/support/until.ts";
import type { ApiKeyActor } from "../../../kernel/actor.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  type PaymentProcessor,
  type ProcessorCard,
  type ProcessorCardPage,
  ProcessorError,
} from "../ports.ts";
import { checkOpenCardPages } from "./pages/check-open-card-pages.ts";
import { removePaymentMethod } from "./remove-payment-method.ts";

let payments: Payments;
let api: Api;
let other: Workspace;
beforeAll(async () => {
  payments = await startPayments();
  api = payments.api;
  other = await api.createWorkspace();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const visa = { brand: "visa", last4: "4242", isDefault: true };
const pmt = /^pmt_[0-9a-z]{26}$/;
const noCard = "pmt_01k3v2m8q4f7x9b0c1d2e3f4g5";

const patch = ({ owner }: Workspace, id: string, body: object = { default: true }) =>
  api.call({ method: "PATCH", path: `/payment-methods/${id}`, cookie: owner.cookie, body });
const remove = ({ owner }: Workspace, id: string) =>
  api.call({ method: "DELETE", path: `/payment-methods/${id}`, cookie: owner.cookie });

describe("adding a card", () => {
  it("on the hosted page puts it into the list by the processor's notice, as the default if it is the first", async () => {
    const workspace = await api.createWorkspace();
    const opened = await payments.openPage(workspace.owner);
    expect([opened.status, opened.json]).toEqual([201, { url: expect.stringContaining(payments.cards.url) }]);
    expect(await payments.list(workspace.owner)).toEqual([]);

    const returnUrl = await enterCard(opened.json.url);
    expect(returnUrl.href).toMatch(/^http:\/\/localhost:3999\/payments\?cardPage=cpg_[0-9a-z]{26}$/);
    await until("the notice has arrived", async () => (await payments.storedCount(workspace.id)) === 1);
    const cards = await payments.list(workspace.owner);
    expect(cards).toEqual([
      {
        id: expect.stringMatching(pmt),
        ...visa,
        expiryMonth: 12,
        expiryYear: 2040,
        createdAt: expect.any(String),
        lastFailure: null,
      },
    ]);
    expect(await payments.audited(workspace.id)).toMatchObject([
      { action: "payment_method.page_opened", actor: workspace.owner.email },
      {
        action: "payment_method.added",
        target: "visa 4242",
        actor: workspace.owner.email,
        requestId: opened.headers["x-request-id"],
      },
    ]);
  });

  it("shows it to a person who returns before the notice, and only once when the notice follows", async () => {
    const workspace = await api.createWorkspace();
    await payments.holdNotices();
    const { json } = await payments.openPage(workspace.owner);
    const open = await payments.openPage(workspace.owner);
    const returnUrl = await enterCard(json.url, "5555555555554444");
    const id = returnUrl.searchParams.get("cardPage") ?? "";
    const answers = await Promise.all([
      payments.readPage(workspace.owner, id),
      payments.readPage(workspace.owner, id),
    ]);
    for (const answer of answers) {
      const { data } = answer.json.result;
      expect(data).toMatchObject({
        state: "completed",
        paymentMethod: { brand: "mastercard", last4: "4444" },
      });
    }
    payments.sendNotices();
    await enterCard(open.json.url, "4000000000000341");
    await until("later notices have arrived", async () => (await payments.storedCount(workspace.id)) === 2);
    const listed = await payments.list(workspace.owner);
    expect(listed.map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ["4444", true],
      ["0341", false],
    ]);
  });

  it("puts it into the list of a program that reads the list before the notice arrives", async () => {
    const workspace = await api.createWorkspace();
    await payments.holdNotices();
    const { json } = await payments.openPage(workspace.owner);
    await enterCard(json.url);
    const colleague = await workspace.join("admin");
    expect(await payments.list(colleague)).toMatchObject([visa]);
    payments.sendNotices();
    // Added by the owner, who opened the page, and not from the colleague's address.
    const added = await api.sql`
      select actor ->> 'name' as actor, ip_address from audit_entries
      where workspace_id = ${workspace.id} and action = 'payment_method.added'`;
    expect(added).toEqual([{ actor: workspace.owner.email, ip_address: null }]);
  });

  it("shows a page's state to its workspace only", async () => {
    const workspace = await api.createWorkspace();
    const opened = await payments.openPage(workspace.owner);
    const [page] = await api.sql`select id from card_pages where workspace_id = ${workspace.id}`;
    expect([opened.status, page?.id]).toEqual([201, expect.any(String)]);
    const [audit] = await payments.audited(workspace.id);
    const id = audit?.target ?? "";
    expect((await payments.readPage(workspace.owner, id)).json.result.data).toEqual({
      state: "open",
      paymentMethod: null,
    });
    for (const unknown of [id, "cpg_01k3v2m8q4f7x9b0c1d2e3f4g5", "cpg_1", noCard]) {
      expect([unknown, (await payments.readPage(other.owner, unknown)).status]).toEqual([unknown, 404]);
    }
  });

  it("opens one page per Idempotency-Key, and doesn't store its URL", async () => {
    const workspace = await api.createWorkspace();
    const call = {
      method: "POST",
      path: "/payment-methods",
      cookie: workspace.owner.cookie,
      body: {},
      headers: { "idempotency-key": newId() },
    };
    const [first, second] = [await api.call(call), await api.call(call)];
    expect([first.json, second.status, second.json]).toEqual([{ url: expect.any(String) }, 201, {}]);
    expect(await api.sql`select id from card_pages where workspace_id = ${workspace.id}`).toHaveLength(1);
  });

  it.each([
    "https://evil.example/payments",
    "http://localhost:3999.evil.example/",
    "http://localhost:3998/payments",
    "javascript:alert(1)",
    "/payments",
    "",
  ])("refuses to return to %j", async (returnUrl) => {
    const answer = await payments.openPage(other.owner, { returnUrl });
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([422, "/returnUrl"]);
  });

  it("needs no body, since all its fields are optional", async () => {
    const { cookie } = other.owner;
    const path = "/payment-methods";
    expect((await api.call({ method: "POST", path, cookie })).status).toBe(201);
    const { json } = await api.call({ path: "/openapi.json" });
    expect(json.paths[path].post.requestBody.required).toBe(false);
    expect(json.paths["/payment-methods/{id}"].patch.requestBody.required).toBe(true);
  });

  it("keeps the query of the return URL", async () => {
    const returnUrl = `${api.panelOrigin}/payments?tab=cards`;
    const { json } = await payments.openPage(other.owner, { returnUrl });
    const { searchParams } = await enterCard(json.url);
    expect([...searchParams.keys()]).toEqual(["tab", "cardPage"]);
  });

  it("is refused once the workspace has 20 cards", async () => {
    const workspace = await api.createWorkspace();
    for (let at = 0; at < 20; at += 1) {
      await api.sql`insert into payment_methods
        (id, workspace_id, processor_id, brand, last4, expiry_month, expiry_year, is_default, created_at)
        values (${newId()}, ${workspace.id}, ${newId()}, 'visa', '4242', 1, 2040, false, now())`;
    }
    const answer = await payments.openPage(workspace.owner);
    expect([answer.status, answer.json.code]).toEqual([409, "payment_method_limit"]);
  });

  it("is refused once cards and open pages together are 20, also if several are opened at once", async () => {
    const workspace = await api.createWorkspace();
    await payments.saveCard(workspace.owner);
    const addPages = (count: number, ageHours: number) => api.sql`
      insert into card_pages (id, workspace_id, processor_id, opened_by, next_check_at, created_at)
      select gen_random_uuid(), ${workspace.id}, gen_random_uuid(), '{}', now() + interval '1 day',
        now() - make_interval(hours => ${ageHours}) from generate_series(1, ${count})`;
    await addPages(17, 23);
    await addPages(5, 25);
    const answers = await Promise.all(Array.from({ length: 4 }, () => payments.openPage(workspace.owner)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    const later = await payments.openPage(workspace.owner);
    expect([later.status, later.json.code]).toEqual([409, "card_page_limit"]);
  });
});

describe("a page whose notice is lost", () => {
  it("is checked by a worker until it has ended", async () => {
    await using lost = await startPayments().then((started) =>
      Object.assign(started, { [Symbol.asyncDispose]: started.api[Symbol.asyncDispose] }),
    );
    const body = { kind: "notices_lost", times: 1_000 };
    await lost.api.call({ method: "POST", path: "/sandbox/cards/trouble", body });
    await lost.api.startWorker();
    const workspace = await lost.api.createWorkspace();
    const { json } = await lost.openPage(workspace.owner);
    await lost.openPage(workspace.owner);
    await enterCard(json.url);
    const cardCount = async () => (await lost.api.sql`select id from payment_methods`).length;
    // The first check is two minutes after the page was opened, of which some may have passed.
    await advanceClock(lost.api, 1);
    expect(await cardCount()).toBe(0);
    await advanceClock(lost.api, 120);
    expect(await cardCount()).toBe(1);
    expect(await lost.list(workspace.owner)).toMatchObject([visa]);

    await advanceClock(lost.api, 3 * 86_400);
    const ended = await lost.api.sql`select next_check_at from card_pages`;
    expect(ended.map((page) => page.next_check_at)).toEqual([null, null]);
    const pages = await lost.audited(workspace.id);
    const states = pages
      .filter(({ action }) => action === "payment_method.page_opened")
      .map(async ({ target }) => (await lost.readPage(workspace.owner, target)).json.result.data.state);
    expect(await Promise.all(states)).toEqual(["completed", "expired"]);
  });
});

describe("the sweep of open pages", () => {
  const unanswered = async (): Promise<never> => {
    throw new ProcessorError("unavailable", "no answer");
  };
  /** Checks the pages that are due, with a processor whose reads of pages end as given. */
  async function sweep(readPage: (id: string) => Promise<ProcessorCardPage>) {
    const reads: string[] = [];
    const readCardPage = (id: string) => {
      reads.push(id);
      return readPage(id);
    };
    await checkOpenCardPages(systemCtx(api, { readCardPage }), new AbortController().signal);
    return reads;
  }
  const addPage = ({ id }: Workspace, processorId: string, minutesDue: number) => api.sql`
    insert into card_pages (id, workspace_id, processor_id, opened_by, next_check_at, created_at)
    values (${newId()}, ${id}, ${processorId}, '{}', now() - make_interval(mins => ${minutesDue}),
      now() - interval '1 hour')`;

  it("takes the workspaces in turn, and stops when the processor doesn't respond", async () => {
    // The pages of other tests are due two minutes after they were opened.
    await api.sql`update card_pages set next_check_at = null`;
    const [busy, quiet] = [await api.createWorkspace(), await api.createWorkspace()];
    for (const [id, minutesDue] of [["busy_1", 9] as const, ["busy_2", 8] as const, ["busy_3", 7] as const]) {
      await addPage(busy, id, minutesDue);
    }
    await addPage(quiet, "quiet_1", 1);
    expect(await sweep(unanswered)).toEqual(["busy_1"]);
    // The page that was tried waits; the others are still due.
    const refused = async (): Promise<never> => {
      throw new ProcessorError("misconfigured", "another account's");
    };
    expect(await sweep(refused)).toEqual(["busy_2", "quiet_1", "busy_3"]);
    expect(await sweep(unanswered)).toEqual([]);
  });
});

describe("the default card", () => {
  it("is exactly one, whichever is chosen and however often at once", async () => {
    const workspace = await api.createWorkspace();
    const first = await payments.saveCard(workspace.owner);
    const second = await payments.saveCard(workspace.owner, "5555555555554444");
    expect([first.isDefault, second.isDefault]).toEqual([true, false]);
    const answer = await patch(workspace, second.id);
    expect([answer.status, answer.json]).toEqual([200, { ...second, isDefault: true }]);
    const chosen = [first, second, first, second, first, second];
    const answers = await Promise.all(chosen.map(({ id }) => patch(workspace, id)));
    expect(answers.map(({ status }) => status)).toEqual(chosen.map(() => 200));
    expect((await payments.list(workspace.owner)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    await expect(
      api.sql`update payment_methods set is_default = true where workspace_id = ${workspace.id}`,
    ).rejects.toThrow(/payment_methods_default_key/);
  });

  it("can't be another workspace's, a missing or an invalid one, and can't be unset", async () => {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    expect((await patch(other, card.id)).status).toBe(404);
    expect((await patch(workspace, noCard)).status).toBe(404);
    for (const body of [{ default: false }, {}, { default: true, brand: "amex" }]) {
      expect([body, (await patch(workspace, card.id, body)).status]).toEqual([body, 422]);
    }
  });
});

describe("removing a card", () => {
  it("detaches it at the processor, once, and makes the card added last the default", async () => {
    const workspace = await api.createWorkspace();
    const first = await payments.saveCard(workspace.owner);
    await payments.saveCard(workspace.owner, "4000000000000341");
    const last = await payments.saveCard(workspace.owner, "5555555555554444");
    const processorId = await payments.processorIdOf(first.id);
    const answer = await remove(workspace, first.id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await payments.list(workspace.owner)).map(({ id, isDefault }) => [id, isDefault])).toContainEqual(
      [last.id, true],
    );
    const { customer } = await payments.atProcessor("GET", `/v1/payment_methods/${processorId}`);
    expect(customer).toBeNull();
    expect((await remove(workspace, first.id)).status).toBe(404);
    await payments.notify("payment_method.detached", {
      id: processorId,
      object: "payment_method",
      customer: null,
    });
    const removals = (await payments.audited(workspace.id)).filter(({ action }) =>
      action.endsWith(".removed"),
    );
    expect(removals).toEqual([
      {
        action: "payment_method.removed",
        target: "visa 4242",
        actor: workspace.owner.email,
        requestId: answer.headers["x-request-id"],
      },
    ]);
  });

  it("is refused for the last card while a domain or a mail plan auto-renews, also if two are removed at once", async () => {
    const workspace = await api.createWorkspace();
    const [first, second] = [
      await payments.saveCard(workspace.owner),
      await payments.saveCard(workspace.owner),
    ];
    const name = await workspace.addDomain();
    await workspace.addDomain({ status: "redemption" });
    const answers = await Promise.all([remove(workspace, first.id), remove(workspace, second.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({ code: "last_payment_method" });
    expect(refused?.json.detail).toMatch(/^This is the last saved card, and a domain auto-renews with it\./);
    const [last] = await payments.list(workspace.owner);
    await api.sql`update domains set auto_renew = false where name = ${name}`;
    const mail = (method: string, path: string, body: object) =>
      api.call({ method, path: `/me/mail/${path}`, body, cookie: workspace.owner.cookie });
    expect((await mail("POST", "activate", { domainName: name, planSlug: "pro" })).status).toBe(201);
    expect((await remove(workspace, last?.id ?? "")).json).toMatchObject({
      code: "last_payment_method",
      detail: expect.stringContaining("This is the last saved card, and a mail plan auto-renews with it."),
    });
    await mail("PATCH", name, { autoRenew: false });
    expect((await remove(workspace, last?.id ?? "")).status).toBe(204);
  });

  it("requires a recent confirmation of the person's identity", async () => {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    await makeStale(api, workspace.owner);
    const answer = await remove(workspace, card.id);
    expect([answer.status, answer.json.code]).toEqual([403, "step_up_required"]);
    expect(await payments.list(workspace.owner)).toHaveLength(1);
  });

  it("is impossible in another workspace, and for an unknown id", async () => {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    expect((await remove(other, card.id)).status).toBe(404);
    expect((await remove(workspace, noCard)).status).toBe(404);
    expect(await payments.list(workspace.owner)).toHaveLength(1);
  });

  it("succeeds for a card that was just detached at the processor", async () => {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    await payments.holdNotices();
    await payments.atProcessor("POST", `/v1/payment_methods/${await payments.processorIdOf(card.id)}/detach`);
    expect((await remove(workspace, card.id)).status).toBe(204);
    payments.sendNotices();
    expect(await payments.list(workspace.owner)).toEqual([]);
  });
});

describe("removing a card without an answer to the removal", () => {
  /** The verb with a processor of the test's own, which never answers the removal. */
  async function removeWith(workspace: Workspace, id: string, rest: Partial<PaymentProcessor>) {
    const detachCard = async () => {
      throw new ProcessorError("unavailable", "no answer");
    };
    const actor: ApiKeyActor = {
      kind: "api_key",
      keyId: newId(),
      name: "remover",
      workspaceId: workspace.id,
      scopes: new Set(["payments:write"]),
      domainNames: null,
      ipRanges: null,
      expiresAt: null,
    };
    const ctx = {
      ...systemCtx(api, { detachCard, ...rest }),
      actor,
      requestId: "req_removal",
      autoRenewals: { countAutoRenewing: async () => ({ domainCount: 0, mailPlanCount: 0 }) },
    };
    return removePaymentMethod(ctx, { id }).catch((error: unknown) => error);
  }
  const requesterOf = async ({ id }: Workspace) =>
    (
      await api.sql`select removal_requested_by ->> 'name' as name from payment_methods where workspace_id = ${id}`
    ).map(({ name }) => name);
  async function heldCard() {
    const workspace = await api.createWorkspace();
    const { id } = await payments.saveCard(workspace.owner);
    const card: ProcessorCard = {
      id: await payments.processorIdOf(id),
      customerId: null,
      brand: "visa",
      last4: "4242",
      expiryMonth: 12,
      expiryYear: 2040,
    };
    return { workspace, id, card };
  }

  it("succeeds if the card turns out to be removed", async () => {
    const { workspace, id, card } = await heldCard();
    expect(await removeWith(workspace, id, { readCard: async () => card })).toBeUndefined();
    expect(await payments.list(workspace.owner)).toEqual([]);
    expect((await payments.audited(workspace.id)).at(-1)).toMatchObject({
      action: "payment_method.removed",
      actor: "remover",
      requestId: "req_removal",
    });
  });

  it("changes nothing if the card turns out to be saved still, and a later removal isn't the caller's", async () => {
    const { workspace, id, card } = await heldCard();
    const [customer] =
      await api.sql`select processor_id as id from payment_customers where workspace_id = ${workspace.id}`;
    const readCard = async () => ({ ...card, customerId: customer?.id });
    expect(await removeWith(workspace, id, { readCard })).toMatchObject({ code: "processor_unavailable" });
    expect(await requesterOf(workspace)).toEqual([null]);
    await payments.atProcessor("POST", `/v1/payment_methods/${card.id}/detach`);
    await until("the card is gone", async () => (await payments.list(workspace.owner)).length === 0);
    expect((await payments.audited(workspace.id)).at(-1)).toMatchObject({ actor: "payment processor" });
  });

  it("doesn't promise that nothing was changed if the card can't be read either", async () => {
    const { workspace, id } = await heldCard();
    const readCard = async (): Promise<never> => {
      throw new ProcessorError("unavailable", "no answer");
    };
    expect(await removeWith(workspace, id, { readCard })).toMatchObject({
      code: "processor_outcome_unknown",
      publicMessage: expect.stringMatching(/may already be removed/),
    });
    expect(await requesterOf(workspace)).toEqual(["remover"]);
  });
});

describe("without an answer from the processor", () => {
  it("adding and removing return 503, change nothing, and leave the list readable", async () => {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    await payments.openPage(workspace.owner);
    const away = await api.startAnother({ env: { STRIPE_API_BASE: "http://127.0.0.1:1" } });
    const { cookie } = workspace.owner;
    const path = `/payment-methods/${card.id}`;
    const [adding, removing, listing] = await Promise.all([
      away.call({ method: "POST", path: "/payment-methods", cookie, body: {} }),
      away.call({ method: "DELETE", path, cookie }),
      away.call({ path: "/payment-methods", cookie }),
    ]);
    const problemOf = ({ status, json, headers }: typeof adding) => [
      status,
      json.code,
      headers["retry-after"],
    ];
    expect(problemOf(adding)).toEqual([503, "processor_unavailable", "10"]);
    expect(problemOf(removing)).toEqual([503, "processor_outcome_unknown", "10"]);
    expect([listing.status, listing.json]).toEqual([200, [card]]);
    expect((await remove(workspace, card.id)).status).toBe(204);
  });
});

describe("with a slow processor", () => {
  it("neither the list nor a notice waits for more than one quick try", async () => {
    await using slow = await startSlowProcessor(payments.cards);
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    await payments.holdNotices();
    const { json } = await payments.openPage(workspace.owner);
    await enterCard(json.url, "5555555555554444");
    const [page] =
      await api.sql`select processor_id as id from card_pages where workspace_id = ${workspace.id}`;
    const another = await api.startAnother({ env: { STRIPE_API_BASE: slow.url }, timeoutFactor: 1 });
    const [listing, ofPage, ofCard] = await Promise.all([
      another.call({ path: "/payment-methods", cookie: workspace.owner.cookie }),
      another.call(noticeOf("checkout.session.completed", { id: page?.id })),
      another.call(
        noticeOf("payment_method.updated", { id: await payments.processorIdOf(card.id), customer: null }),
      ),
    ]);
    // One read for each: what is waited for longer is asked again.
    expect(slow.unanswered.length).toBeLessThanOrEqual(3);
    expect([listing.status, listing.json]).toEqual([200, [card]]);
    // Stripe sends a notice again that is answered with a 5xx.
    expect([ofPage.status, ofCard.status]).toEqual([503, 503]);
    payments.sendNotices();
  });
});

describe("with the wrong key", () => {
  const problem = [503, "processor_unavailable"];
  /** Adds a page and a card with the right key, then reads and changes them with other settings. */
  async function misconfigure(env: Record<string, string>) {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    await payments.openPage(workspace.owner);
    const page = (await payments.audited(workspace.id)).at(-1)?.target ?? "";
    const lines: { level: number; msg: string; err?: object }[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(JSON.parse(line)) });
    const wrong = await api.startAnother({ env, log });
    const { cookie } = workspace.owner;
    const input = encodeURIComponent(JSON.stringify({ id: page }));
    const answers = [
      await wrong.call({ method: "POST", path: "/payment-methods", cookie, body: {} }),
      await wrong.call({ method: "DELETE", path: `/payment-methods/${card.id}`, cookie }),
      await wrong.call(
        noticeOf("payment_method.updated", { id: await payments.processorIdOf(card.id), customer: null }),
      ),
    ];
    const read = await wrong.call({ path: `/trpc/payments.methods.page?input=${input}`, cookie });
    const listed = (await wrong.call({ path: "/payment-methods", cookie })).json;
    const state = (await payments.readPage(workspace.owner, page)).json.result.data.state;
    return {
      card,
      answers: answers.map(({ status, json }) => [status, json.code]),
      pageStatus: read.status,
      listed,
      state,
      lines,
    };
  }

  it("of another account removes no card and ends no page, and tells the operator", async () => {
    const database = await createTestDatabase();
    const foreign = await startCards({ databaseUrl: database.url, secretKey: "sk_test_of_another_account" });
    try {
      const seen = await misconfigure({ STRIPE_API_BASE: foreign.url, STRIPE_SECRET_KEY: foreign.secretKey });
      expect(seen).toMatchObject({ answers: [problem, problem, problem], pageStatus: 503, state: "open" });
      expect(seen.listed).toEqual([seen.card]);
      expect(seen.lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining("STRIPE_SECRET_KEY"));
    } finally {
      await foreign.close();
      await database.drop();
    }
  });

  it("that the processor refuses changes nothing, and tells the operator", async () => {
    const seen = await misconfigure({ STRIPE_SECRET_KEY: "sk_test_that_was_rolled" });
    expect(seen).toMatchObject({ answers: [problem, problem, problem], pageStatus: 503, state: "open" });
    expect(seen.listed).toEqual([seen.card]);
    expect(seen.lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining("STRIPE_SECRET_KEY"));
    expect(JSON.stringify(seen.lines)).not.toContain("sk_test_that_was_rolled");
  });
});

describe("with payments off", () => {
  it("no card can be added, none is listed, and there is no webhook", async () => {
    const workspace = await api.createWorkspace();
    const card = await payments.saveCard(workspace.owner);
    const off = await api.startAnother({ env: { PAYMENTS: "off" } });
    const { cookie } = workspace.owner;
    const adding = await off.call({ method: "POST", path: "/payment-methods", cookie, body: {} });
    expect([adding.status, adding.json.code]).toEqual([409, "payments_off"]);
    expect((await off.call({ path: "/payment-methods", cookie })).json).toEqual([]);
    const path = `/payment-methods/${card.id}`;
    const statuses = [
      (await off.call({ method: "PATCH", path, cookie, body: { default: true } })).status,
      (await off.call({ method: "DELETE", path, cookie })).status,
      (await off.call({ method: "POST", path: "/inbound/stripe", body: {} })).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe("a card that expires", () => {
  /** The first day of a month, counted from the present one. */
  const firstOf = (months: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
  };
  const runSweep = () =>
    api.wired
      .createSweeps()
      .find(({ name }) => name === "expiring cards")
      ?.run(new AbortController().signal);
  const dueOf = async (id: string) => {
    const processorId = await payments.processorIdOf(id);
    const [card] = await api.sql<{ at: string | null }[]>`
      select next_expiry_mail_at as at from payment_methods where processor_id = ${processorId}`;
    return card?.at === null || card === undefined ? null : new Date(card.at).toISOString();
  };
  /** As time passes: the card now expires with the present month, and its first email is due. */
  async function makeDue(id: string) {
    const processorId = await payments.processorIdOf(id);
    const month = firstOf(0);
    await api.sql`
      update payment_methods set expiry_year = ${month.getUTCFullYear()}, expiry_month = ${month.getUTCMonth() + 1},
        next_expiry_mail_at = ${month.toISOString()}
      where processor_id = ${processorId}`;
  }
  const mailed = async (...people: { email: string }[]) => {
    const rows = await api.sql<{ to: string }[]>`
      select to_address as to from outgoing_emails where kind = 'card_expiring' order by id`;
    return rows.map(({ to }) => to).filter((to) => people.some(({ email }) => email === to));
  };

  it("is announced once per date to everyone who can manage cards, if it is the default", async () => {
    const workspace = await api.createWorkspace();
    const [admin, billing, member] = await Promise.all([
      workspace.join("admin"),
      workspace.join("billing"),
      workspace.join("member"),
    ]);
    const [first, second] = [
      await payments.saveCard(workspace.owner),
      await payments.saveCard(workspace.owner, "5555555555554444"),
    ];
    expect(await dueOf(first.id)).toBe(
      new Date(Date.UTC(first.expiryYear, first.expiryMonth - 1)).toISOString(),
    );
    await Promise.all([makeDue(first.id), makeDue(second.id)]);
    await Promise.all([runSweep(), runSweep()]);
    await runSweep();
    const told = [workspace.owner, admin, billing].map(({ email }) => email).sort();
    expect((await mailed(workspace.owner, admin, billing, member)).sort()).toEqual(told);
    const week = new Date(firstOf(1).getTime() - 7 * 86_400_000);
    expect(await dueOf(first.id)).toBe(week > new Date() ? week.toISOString() : null);
  });

  it("has new dates when the processor reports a new expiry, and none once it is removed", async () => {
    const workspace = await api.createWorkspace();
    const { id } = await payments.saveCard(workspace.owner);
    const processorId = await payments.processorIdOf(id);
    await makeDue(id);
    await payments.notify("payment_method.automatically_updated", { id: processorId });
    const [card] = await payments.list(workspace.owner);
    const { expiryYear = 0, expiryMonth = 0 } = card ?? {};
    expect(await dueOf(id)).toBe(new Date(Date.UTC(expiryYear, expiryMonth - 1)).toISOString());
    await runSweep();
    expect(await mailed(workspace.owner)).toEqual([]);
    expect((await remove(workspace, id)).status).toBe(204);
    expect(await dueOf(id)).toBeNull();
  });
});
