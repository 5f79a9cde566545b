import { createSmtpMailer } from "../../adapters/smtp/index.ts";
import { diagnoseStripe, type StripeDiagnosis } from "../../adapters/stripe/index.ts";
import type { Env, RegistrarSettings } from "../../env.ts";
import { createLogger } from "../../kernel/log.ts";
import { QuarantinedError } from "../../kernel/quarantine/quarantined.ts";
import { type KnownBalance, readBalances } from "../../modules/domains/index.ts";
import { loadTldRules } from "../domains.ts";
import { connectRegistrars } from "../registrars.ts";
import type { Database } from "./database-checks.ts";
import { type Check, type Finding, failed, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { KnownFacts } from "./known-facts.ts";

const group = "Other systems";

type Settings = Omit<Env, "DATABASE_URL" | "AUTH_SECRET" | "ENCRYPTION_KEY">;

/** The mail relay, the registrars and the payment processor. Nothing is sent, bought or changed there. */
export const systemChecks = (env: Settings, facts: KnownFacts, database: Database): Check[] => [
  { id: "smtp", group, run: () => checkRelay(env) },
  ...env.registrars.map((registrar) => ({
    id: `registrar-${registrar.code}`,
    group,
    run: () => checkRegistrar(env, registrar, facts, database),
  })),
  ...(env.registrars.length > 0
    ? []
    : [
        {
          id: "registrar-primary",
          group,
          run: async () =>
            skipped("No registrar is configured.", "Set EPP_CLIENT_ID and EPP_PASSWORD, or REGISTRARS."),
        },
      ]),
  { id: "payments", group, run: () => checkPayments(env, facts) },
];

async function checkRelay({ SMTP_URL, MAIL_FROM, API_URL, ZONEPOST_MODE }: Settings): Promise<Finding> {
  if (ZONEPOST_MODE === "sandbox") {
    return skipped("A sandbox sends no email: its outbox shows what would be sent.", "Nothing to do.");
  }
  if (SMTP_URL === undefined) {
    return failed(
      "There is no mail relay.",
      "Set SMTP_URL, such as smtps://user:password@relay.example.com.",
    );
  }
  const { hostname, host } = new URL(SMTP_URL);
  const mailer = createSmtpMailer({
    smtpUrl: SMTP_URL,
    from: MAIL_FROM,
    messageIdHost: new URL(API_URL).hostname,
  });
  try {
    await mailer.verify();
    return ok(
      `The mail relay ${hostname} accepts a connection${SMTP_URL.includes("@") ? " and the login" : ""}.`,
    );
  } catch (error) {
    return failed(
      `SMTP_URL: ${host} can't be used (${reasonOf(error)}).`,
      "Check address, port, TLS, username and password, and that this network lets SMTP out.",
    );
  } finally {
    mailer.close();
  }
}

const isOfSandbox = (env: Settings, { isRunning }: KnownFacts) =>
  env.ZONEPOST_MODE === "sandbox" && isRunning === false;

/** Signs in and checks one name: both are allowed while an installation is in quarantine. */
async function checkRegistrar(
  env: Settings,
  settings: RegistrarSettings,
  facts: KnownFacts,
  database: Database,
): Promise<Finding> {
  const { code, host, port, tlds } = settings;
  if (isOfSandbox(env, facts)) {
    return skipped("The sandbox's registry only runs with the sandbox.", "Start it with npm start.");
  }
  const [tld] = tlds;
  if (tld === undefined) {
    return skipped(`The registrar ${code} offers no TLD with which it could be checked.`, "Nothing to do.");
  }
  const registrars = connectRegistrars([{ ...settings, maxSessions: 1 }], {
    tldRules: loadTldRules(env as Env),
    log: createLogger("doctor", "silent"),
    keepBalance: async () => {},
    // It only reads.
    quarantine: { requireOpen: () => Promise.reject(new QuarantinedError()) },
  });
  try {
    await registrars.byCode(code)?.checkAvailability([`zonepost-doctor.${tld}`]);
  } catch (error) {
    return failed(
      `The registrar ${code} can't be used at ${host}:${port} (${reasonOf(error)}).`,
      "Check host, port, certificate files, account and password, and that the registry accepts this machine's address.",
    );
  } finally {
    await Promise.all(registrars.all().map((each) => each.close()));
  }
  const works = `The registrar ${code} accepts the login and responds`;
  const balance = await findBalance(database, code);
  if (balance?.isLow) {
    return warning(`${works}, but its last known balance is low: ${balance.amount}.`, "Pay money in.");
  }
  return ok(`${works}${balance ? `; its last known balance is ${balance.amount}` : ""}.`);
}

/** As it was last reported: only a session with more commands could read it now. */
async function findBalance(database: Database, code: string): Promise<KnownBalance | undefined> {
  const db = await database.db;
  const balances = db ? await readBalances(db).catch(() => []) : [];
  return balances.find(({ registrar }) => registrar === code);
}

async function checkPayments(env: Settings, facts: KnownFacts): Promise<Finding> {
  if (!env.payments) {
    return skipped("Payments are off.", "Nothing to do. To charge cards, see docs/operations.md.");
  }
  if (isOfSandbox(env, facts)) {
    return skipped("The sandbox's card processor only runs with the sandbox.", "Start it with npm start.");
  }
  const endpointUrl = `${env.API_URL}/inbound/stripe`;
  return judgeStripe(await diagnoseStripe(env.payments, endpointUrl), endpointUrl, env.ZONEPOST_MODE);
}

export function judgeStripe(
  { key, endpoint }: StripeDiagnosis,
  endpointUrl: string,
  mode: Env["ZONEPOST_MODE"],
): Finding {
  if (!key.works) {
    return key.isRefused
      ? failed(
          `STRIPE_SECRET_KEY is refused (${key.reason}).`,
          "Set it to a secret key of your account, with the rights that docs/operations.md lists.",
        )
      : failed(
          `The payment processor doesn't respond (${key.reason}).`,
          "Check that this network reaches it.",
        );
  }
  const works = "The payment processor accepts STRIPE_SECRET_KEY";
  if (mode === "sandbox") {
    return ok(`${works}.`);
  }
  if (endpoint === null) {
    return warning(
      `${works}, but the key can't read webhook endpoints.`,
      `Check in the dashboard that there is one for ${endpointUrl}, or give the key read access to webhook endpoints.`,
    );
  }
  if (endpoint === "missing" || endpoint === "disabled") {
    return failed(
      `${works}, but the webhook endpoint for ${endpointUrl} is ${endpoint}.`,
      "Create or enable it in the dashboard, with the events that docs/operations.md lists.",
    );
  }
  if (endpoint.lacks.length > 0) {
    return warning(
      `The webhook endpoint at the payment processor doesn't get ${endpoint.lacks.join(", ")}.`,
      "Add these events to it.",
    );
  }
  return endpoint.hasOtherVersion
    ? warning(
        "The webhook endpoint at the payment processor has another API version.",
        "Create one with the version that docs/operations.md names.",
      )
    : ok(`${works}, and its webhook endpoint gets all events.`);
}
