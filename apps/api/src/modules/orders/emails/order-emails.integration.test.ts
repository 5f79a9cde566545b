import { domainToASCII } from "node:url";
import { outgoingEmails } from "@zonepost/db";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  type Customer,
  comYear,
  newName,
  startOrders,
  testCards,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { until } from "../../../../test/support/until.ts";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";

const operator = "operator@zonepost.test";
let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true, env: { OPERATOR_EMAIL: operator } });
});
afterAll(() => started?.api[Symbol.asyncDispose]());
beforeEach(async () => {
  await started.api.sql`delete from outgoing_emails`;
  await started.api.sql`update order_emails set due_at = null`;
  await started.api.sql`update domain_notifications set mail_at = null`;
});

const sql = () => started.api.sql;
const pass = (ms: number) => sql()`update business_clock set offset_ms = offset_ms + ${ms}`;
const year = totalOf(comYear);
const unicodeName = () => `bücher-${newName()}`;

type Mail = { kind: string; to: string; language: string | null; en: string; de: string };

async function outbox(): Promise<Mail[]> {
  const rows = await started.api.db.select().from(outgoingEmails).orderBy(asc(outgoingEmails.id));
  const { secretBox } = started.api.wired.ports;
  return rows.map(({ id, kind, toAddress: to, contentEncrypted }) => {
    const sealed = JSON.parse(secretBox.open(contentEncrypted, `outgoing_email:${id}`));
    const { en, de } = sealed.variants;
    return {
      kind,
      to,
      language: sealed.language,
      en: `${en.subject}\n${en.text}`,
      de: `${de.subject}\n${de.text}`,
    };
  });
}
const mailsOf = async (kind: string) => (await outbox()).filter((mail) => mail.kind === kind);
/** As several workers would, which all see the same rows. */
const sendEmails = () => Promise.all([1, 2, 3].map(() => started.runSweep("emails about orders")));
const makeDue = () => sql()`update order_emails set due_at = 'epoch' where due_at is not null`;

/** A workspace with a person of every role, whose language is German. */
async function staffed(card = testCards.pays) {
  const of = await started.newPayer(card);
  const { workspace } = of;
  const [admin, billing] = [await workspace.seat("admin"), await workspace.seat("billing")];
  await workspace.seat("member");
  await workspace.seat("read_only");
  const limited = await workspace.seat("member");
  await sql()`update members set domain_names = '{some.com}' where user_id = ${limited.id}`;
  // No role with the right can be limited to some domains today.
  const limitedBilling = await workspace.seat("billing");
  await sql()`update members set domain_names = '{some.com}' where user_id = ${limitedBilling.id}`;
  await sql()`update workspaces set language = 'de' where id = ${workspace.id}`;
  const payers = [workspace.owner.email, admin.email, billing.email].sort();
  return { of, payers };
}

/** A domain that auto-renews and is due now. */
async function dueDomain(of: Customer): Promise<string> {
  const name = await of.workspace.addDomain();
  const now = await started.api.wired.clock.now();
  const expiresAt = new Date(now.getTime() + 13 * dayMs).toISOString();
  await sql()`update registry.domains set expires_at = ${expiresAt} where name = ${name}`;
  await sql()`
    update domains set paid_until = ${expiresAt}, registry_expires_at = ${expiresAt},
      next_renewal_at = 'epoch', next_notice_at = ${expiresAt} where name = ${name}`;
  return name;
}

async function deleted(of: Customer): Promise<void> {
  const name = newName();
  await of.order([of.registration(name)]);
  await of.post(`/domains/${name}/delete`, { confirmName: name });
  await lookAtRefunds(of);
}
async function lookAtRefunds(of: Customer): Promise<void> {
  await sql()`update refunds set next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
  await started.runSweep("refunds");
}

type Story = {
  kind: string;
  card?: string;
  /** Returns words that both texts have to contain. */
  cause(of: Customer): Promise<{ en: string[]; de: string[] }>;
  /** Beside those who see payments. */
  isForOperator?: boolean;
};

const stories: Story[] = [
  {
    kind: "receipt",
    async cause(of) {
      const name = unicodeName();
      await of.order([of.registration(domainToASCII(name)), of.registration(newName())]);
      return {
        en: [`Registration of ${name}, 1 year: €14.14`, "Total: €28.28", "Includes 19% tax: €4.52"],
        de: [`Registrierung von ${name}, 1 Jahr: 14,14 €`, "Gesamtbetrag: 28,28 €", "(19 %): 4,52 €"],
      };
    },
  },
  {
    kind: "order_line_failed",
    async cause(of) {
      const names = [newName(), newName()].map((name) => `refused-${name}`);
      await of.order([...names, newName()].map((name) => of.registration(name)));
      await of.makeDue();
      await started.runSweep("order lines");
      return {
        en: [...names, "We'll refund €28.28", "Reason: The registry refused the change."],
        de: [...names, "Wir erstatten 28,28 €", "Grund: Die Registry hat den Auftrag abgelehnt."],
      };
    },
  },
  {
    kind: "refund",
    async cause(of) {
      const names = [newName(), newName()].map((name) => `refused-${name}`);
      await of.order([...names, newName()].map((name) => of.registration(name)));
      await of.makeDue();
      await started.runSweep("order lines");
      await lookAtRefunds(of);
      return { en: [...names, "Total: €28.28", "€4.52"], de: [...names, "Gesamtbetrag: 28,28 €", "4,52 €"] };
    },
  },
  {
    kind: "refund_failed",
    card: "4000000000005126",
    isForOperator: true,
    async cause(of) {
      await deleted(of);
      await until("the bank has returned it", async () => {
        await pass(hourMs);
        await lookAtRefunds(of);
        return (await of.refunds())[0]?.state === "failed";
      });
      return { en: ["€14.14"], de: ["14,14 €"] };
    },
  },
  {
    kind: "payment_confirmation_needed",
    card: testCards.asksAlways,
    async cause(of) {
      const name = await dueDomain(of);
      await started.runSweep("renewals of domains");
      return { en: [name, "€14.14 with 19% tax"], de: [name, "14,14 € inkl. 19 % Steuer"] };
    },
  },
  {
    kind: "card_expiring",
    async cause(of) {
      await sql()`
        update payment_methods set next_expiry_mail_at = 'epoch' where workspace_id = ${of.workspace.id}`;
      await Promise.all([1, 2, 3].map(() => started.runSweep("expiring cards")));
      return { en: ["ending in 4242"], de: ["Endziffern 4242"] };
    },
  },
  {
    kind: "renewal_failed",
    card: testCards.failsLater,
    async cause(of) {
      const name = await dueDomain(of);
      await started.runSweep("renewals of domains");
      await pass(2 * hourMs);
      await started.runSweep("emails about domains");
      const cost = { en: "Renewal for 1 year: €14.14 with 19% tax", de: "14,14 € inkl. 19 % Steuer" };
      return { en: [name, cost.en], de: [name, cost.de] };
    },
  },
  {
    kind: "mail_renewal_failed",
    card: testCards.failsLater,
    async cause(of) {
      const domainName = await of.workspace.addDomain();
      await of.saveCard();
      await of.post("/me/mail/activate", { domainName, planSlug: "starter" });
      await of.saveCard(testCards.failsLater);
      const now = await started.api.wired.clock.now();
      await sql()`
        update mail_domains set paid_until = ${new Date(now.getTime() + 13 * dayMs).toISOString()},
          next_renewal_at = 'epoch' where domain_name = ${domainName}`;
      await started.runSweep("renewals of mail plans");
      return { en: [domainName, "€11.78 with 19% tax"], de: [domainName, "11,78 € inkl. 19 % Steuer"] };
    },
  },
];

describe("an email about money", () => {
  it.each(stories)("$kind goes once to each person who sees all payments", async (story) => {
    const { of, payers } = await staffed(story.card);
    const contained = await story.cause(of);
    await makeDue();
    await sendEmails();
    const mails = await mailsOf(story.kind);
    const recipients = story.isForOperator ? [...payers, operator].sort() : payers;
    expect(mails.map(({ to }) => to).sort()).toEqual(recipients);
    const toPayers = mails.filter(({ to }) => to !== operator);
    // A person who chose no language gets the workspace's.
    expect(new Set(toPayers.map(({ language }) => language))).toEqual(new Set(["de"]));
    for (const { en, de } of mails) {
      for (const [text, words] of [
        [en, contained.en],
        [de, contained.de],
      ] as const) {
        for (const word of words) {
          expect(text.replaceAll("\u00a0", " ")).toContain(word);
        }
      }
    }
    // Nothing is sent again, however often the sweeps look.
    await makeDue();
    await sendEmails();
    expect(await mailsOf(story.kind)).toHaveLength(recipients.length);
  });

  it.each([
    ["dispute", "dispute", /Deadline: \d+ \w+ \d{4} at \d\d:\d\d UTC/, /Frist: .* UTC/],
    ["fraud_warning", "fraud-warning", /Deadline: \d+ \w+ \d{4} at \d\d:\d\d UTC/, /Frist: .* UTC/],
  ])("%s goes once to the operator, with the deadline and its zone", async (kind, path, en, de) => {
    const { of } = await staffed();
    const name = newName();
    const { paymentId } = (await of.order([of.registration(name)])).json;
    await of.post(`/sandbox/payments/${paymentId}/${path}`, {});
    await until("the operator is told", async () => (await mailsOf(kind)).length > 0);
    await started.runSweep("disputes");
    await sql()`update payments set cooldown_due_at = 'epoch' where id = ${rowId("pay", paymentId) ?? ""}`;
    await started.runSweep("cooldowns of payments");
    const mails = await mailsOf(kind);
    expect(mails).toEqual([
      { kind, to: operator, language: null, en: expect.stringMatching(en), de: expect.stringMatching(de) },
    ]);
    expect(mails[0]?.en).toContain("€14.14");
  });
});

describe("the emails of an order", () => {
  it("aren't lost or repeated when the process dies at any point", async () => {
    const { of, payers } = await staffed();
    await of.order([of.registration(`refused-${newName()}`)]);
    await lookAtRefunds(of);
    const steps = [
      ["outgoing_emails", "before insert"],
      ["order_emails", "before update"],
    ];
    for (const [table, when] of steps) {
      await sql().unsafe(`
        create or replace function die() returns trigger language plpgsql as $$
        begin raise exception 'the process is gone'; end $$;
        create trigger dies ${when} on ${table} for each row execute function die()`);
      await started.runSweep("emails about orders").catch(() => undefined);
      await sql().unsafe(`drop trigger dies on ${table}`);
      expect(await outbox()).toEqual([]);
    }
    await sendEmails();
    await sendEmails();
    const counts = Object.fromEntries(
      [...Map.groupBy(await outbox(), ({ kind }) => kind)].map(([kind, mails]) => [kind, mails.length]),
    );
    const once = payers.length;
    expect(counts).toEqual({ receipt: once, order_line_failed: once, refund: once });
  });

  it("promise no refund of what the bank has taken back", async () => {
    const { of, payers } = await staffed();
    const names = [newName(), newName()];
    const { paymentId, id } = (await of.order(names.map((name) => of.registration(name)))).json;
    await of.post(`/sandbox/payments/${paymentId}/dispute`, {});
    await of.post(`/sandbox/payments/${paymentId}/dispute/close`, { won: false });
    await until("the dispute is lost", async () => {
      await sql()`update payment_disputes set next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
      await started.runSweep("disputes");
      const [payment] =
        await sql()`select cooldown_state as cooldown from payments where id = ${rowId("pay", paymentId) ?? ""}`;
      return payment?.cooldown === "ended";
    });
    await of.makeDue();
    await started.runSweep("order lines");
    expect((await of.readOrder(id)).state).toBe("failed");
    await makeDue();
    await sendEmails();
    const mails = await mailsOf("order_line_failed");
    expect(mails.map(({ to }) => to).sort()).toEqual(payers);
    for (const { en, de } of mails) {
      expect(en).toContain(names[0]);
      expect(en).not.toContain("We'll refund");
      expect(de).not.toContain("Wir erstatten");
    }
    expect(await of.refunds()).toEqual([]);
  });

  it("tell of a refund only if its money hasn't come back, and of one that is owed only while it is", async () => {
    const { of, payers } = await staffed("4000000000005126");
    await deleted(of);
    await until("the bank has returned it", async () => {
      await pass(hourMs);
      await lookAtRefunds(of);
      return (await of.refunds())[0]?.state === "failed";
    });
    await makeDue();
    await sendEmails();
    expect(await mailsOf("refund")).toEqual([]);
    expect(await mailsOf("refund_failed")).toHaveLength(payers.length + 1);
    await sql()`delete from outgoing_emails`;
    await sql()`
      update order_emails set due_at = 'epoch', sent_at = null
      where kind = 'refund_failed' and workspace_id = ${of.workspace.id}`;
    await sql()`update refunds set settled_at = now() where workspace_id = ${of.workspace.id}`;
    await sendEmails();
    expect(await mailsOf("refund_failed")).toEqual([]);
  });

  it("name the card only if the money goes back to it", async () => {
    const { of } = await staffed();
    await deleted(of);
    await sql()`update refunds set is_outside = true where workspace_id = ${of.workspace.id}`;
    await makeDue();
    await sendEmails();
    const [mail] = await mailsOf("refund");
    expect(mail?.en).toContain("paid in another way");
    expect(mail?.en).not.toContain("4242");
    expect(mail?.de).toContain("auf anderem Weg");
    expect(mail?.de).not.toContain("4242");
  });

  it("are one of a kind, however many lines fail one after the other", async () => {
    const { of, payers } = await staffed();
    const names = Array.from({ length: 4 }, () => `refused-${newName()}`);
    await of.order(names.map((name) => of.registration(name)));
    for (let look = 0; look < names.length; look += 1) {
      await sql()`
        update order_lines set leased_until = null, next_attempt_at = 'epoch' where id in (
          select id from order_lines where workspace_id = ${of.workspace.id} and state = 'pending' limit 1)`;
      await started.runSweep("order lines");
      await makeDue();
      await sendEmails();
    }
    await lookAtRefunds(of);
    await makeDue();
    await sendEmails();
    for (const kind of ["receipt", "order_line_failed", "refund"]) {
      expect([kind, (await mailsOf(kind)).map(({ to }) => to).sort()]).toEqual([kind, payers]);
    }
    const [refund] = await mailsOf("refund");
    expect(refund?.en).toContain(`Total: €${((4 * year) / 100).toFixed(2)}`);
  });

  it("ask to confirm a payment at once for a key, and later for a person who is at the bank", async () => {
    const { of } = await staffed(testCards.asksAlways);
    await of.order([of.registration(newName())]);
    await sendEmails();
    expect(await mailsOf("payment_confirmation_needed")).toEqual([]);
    await pass(16 * minuteMs);
    await sendEmails();
    expect(await mailsOf("payment_confirmation_needed")).toHaveLength(3);
    const { headers } = await newApiKey(started.api, of.workspace);
    const placed = await started.api.call({
      method: "POST",
      path: "/orders",
      headers,
      body: { lines: [of.registration(newName())] },
    });
    expect(placed.json.code).toBe("authentication_required");
    await sendEmails();
    expect(await mailsOf("payment_confirmation_needed")).toHaveLength(6);
  });

  it("don't ask to confirm a payment that was paid meanwhile", async () => {
    const { of } = await staffed(testCards.asksAlways);
    const { orderId } = (await of.order([of.registration(newName())])).json;
    await of.saveCard();
    expect((await of.post("/trpc/orders.pay", { id: orderId })).status).toBe(200);
    await pass(16 * minuteMs);
    await sendEmails();
    expect(await mailsOf("payment_confirmation_needed")).toEqual([]);
    expect(await mailsOf("receipt")).toHaveLength(3);
  });
});
