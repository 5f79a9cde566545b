import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import type postgres from "postgres";
import { z } from "zod";
import type { Answer } from "../servers/http-lookups.ts";
import { type Checks, evaluateDmarc } from "./evaluate-dmarc.ts";
import { readAuthors } from "./from-header.ts";
import { type Author, judgeAuthors, type Verdict } from "./judge-authors.ts";
import { isVouchedFor, sealersOf } from "./sealed-results.ts";
import type { ReadTexts } from "./walk-tree.ts";

const check = z.object({ domain: z.string(), result: z.enum(["pass", "fail", "unknown"]) });

const authorsQuestion = z.object({
  /** The values of the From headers. */
  from: z.array(z.string()),
  client: z.union([z.ipv4(), z.ipv6()]).optional(),
  spf: check,
  dkim: z.array(check),
  /** Only of a valid ARC chain. */
  chain: z.object({ seals: z.array(z.string()), results: z.array(z.string()) }).optional(),
  trustedSealers: z.array(z.string()),
  nameservers: z.array(z.string()).min(1),
});

/** What Rspamd does with the message, and the symbol that it shows for DMARC, as its own module would. */
type Decision = { action: Verdict["action"]; message?: string; symbol: string; options: string[] };

const lookupTimeoutMs = 1_000;
const lookupTries = 2;
const maxSignatures = 10;

/**
 * Rspamd's question about a message without a sign-in: whether its author is who the From header says, and what
 * the author's domain wants to be done if not.
 */
export async function answerAuthors(sql: postgres.Sql, question: unknown): Promise<Answer> {
  const asked = authorsQuestion.safeParse(question);
  if (!asked.success) {
    return;
  }
  const authors = readAuthors(asked.data.from);
  if ("fault" in authors) {
    const body: Decision = {
      action: "refuse",
      message: authors.fault,
      symbol: "DMARC_NA",
      options: [authors.fault],
    };
    return { status: 200, body };
  }
  return { status: 200, body: decide(judgeAuthors(await describeAuthors(sql, asked.data, authors.domains))) };
}

/** The one domain of a From header, as A-labels. */
export async function answerAuthorDomain(question: unknown): Promise<Answer> {
  const asked = authorsQuestion.pick({ from: true }).safeParse(question);
  if (!asked.success) {
    return;
  }
  const authors = readAuthors(asked.data.from);
  return "domains" in authors && authors.domains.length === 1
    ? { status: 200, body: { domain: authors.domains[0] } }
    : { status: 404 };
}

async function describeAuthors(
  sql: postgres.Sql,
  { client, spf, dkim, chain, trustedSealers, nameservers }: z.output<typeof authorsQuestion>,
  domains: readonly string[],
): Promise<Author[]> {
  const checks: Checks = {
    spf: { ...spf, domain: domainToASCII(spf.domain) },
    dkim: dkim.slice(0, maxSignatures).map((each) => ({ ...each, domain: domainToASCII(each.domain) })),
  };
  const sealers = chain ? sealersOf(chain).map(({ sealer }) => sealer) : [];
  // Forwarded mail is sealed by the forwarding domain, with a key that only the mail hosts have.
  const rows = await sql<{ name: string; is_excepted: boolean }[]>`
    select name, exists (
      select from mail_host.sender_exceptions as exception
      where exception.domain = name and ${client ?? null}::inet <<= exception.network::inet) as is_excepted
    from mail_host.domains where name = any (${[...domains, ...sealers]})`;
  const hosted = new Map(rows.map(({ name, is_excepted }) => [name, is_excepted]));
  const isTrusted = (sealer: string) => hosted.has(sealer) || trustedSealers.includes(sealer);
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: lookupTries });
  resolver.setServers(nameservers);
  const ask = { readTexts: createReader(resolver), exists: (domain: string) => exists(resolver, domain) };
  return Promise.all(
    domains.map(async (domain) => ({
      ...(await evaluateDmarc(domain, checks, ask)),
      isHosted: hosted.has(domain),
      isExcepted: hosted.get(domain) ?? false,
      isVouchedFor: chain !== undefined && isVouchedFor(chain, domain, isTrusted),
    })),
  );
}

function decide({ action, author }: Verdict): Decision {
  const {
    domain = "",
    result,
    policy,
    isHosted = false,
    isExcepted = false,
    isVouchedFor: isVouched = false,
  } = author ?? {};
  const shownPolicy = policy ?? "none";
  if (result === "pass") {
    const symbol = policy === undefined ? "DMARC_NA" : "DMARC_POLICY_ALLOW";
    return { action, symbol, options: [domain, shownPolicy] };
  }
  if (result === "unknown") {
    const message = `Whether this message is from ${domain} can't be checked at the moment, try again later`;
    return { action, message, symbol: "DMARC_DNSFAIL", options: [`${domain} : DNS error`, shownPolicy] };
  }
  const message = isHosted
    ? `Sign in to send from ${domain}: neither SPF nor DKIM passes for this message`
    : `The DMARC policy of ${domain} refuses this message: neither SPF nor DKIM passes for it`;
  if (policy === undefined) {
    return { action, message, symbol: "DMARC_NA", options: [domain] };
  }
  const reason = isExcepted
    ? "sender exception"
    : isVouched
      ? "trusted ARC seal"
      : "neither SPF nor DKIM is aligned";
  const isApplied = !isExcepted && !isVouched;
  const symbols = { none: "SOFTFAIL", quarantine: "QUARANTINE", reject: "REJECT" } as const;
  const symbol = `DMARC_POLICY_${isApplied ? symbols[policy] : "SOFTFAIL"}`;
  return { action, message, symbol, options: [`${domain} : ${reason}`, policy] };
}

const missingCodes = new Set(["ENOTFOUND", "ENODATA"]);

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && missingCodes.has(String(error.code));

/** Each name is asked once for a message. */
function createReader(resolver: Resolver): ReadTexts {
  const answers = new Map<string, ReturnType<ReadTexts>>();
  return (name) => {
    const answer =
      answers.get(name) ??
      resolver.resolveTxt(name).then(
        (records) => records.map((strings) => strings.join("")),
        (error: unknown): string[] | "unknown" => (isMissing(error) ? [] : "unknown"),
      );
    answers.set(name, answer);
    return answer;
  };
}

/** RFC 9989, section 3.2.13. A name that can't be read now may exist. */
async function exists(resolver: Resolver, domain: string): Promise<boolean> {
  const answers = await Promise.allSettled([
    resolver.resolve4(domain),
    resolver.resolve6(domain),
    resolver.resolveMx(domain),
  ]);
  return answers.some((answer) => answer.status === "fulfilled" || !isMissing(answer.reason));
}
