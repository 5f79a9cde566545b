import type postgres from "postgres";
import { z } from "zod";
import { storedAddress } from "../address.ts";
import type { Answer } from "./http-lookups.ts";
import { SignInLimits } from "./sign-in-limits.ts";

const signIn = z.object({
  login: z.string().max(1_000),
  address: z.string().max(100),
  passwordHash: z.string().max(200),
});
/** After an attempt: whether the password was right, and whether the answer to the question before it was no. */
const report = signIn.extend({ success: z.boolean(), policy_reject: z.boolean() });

/** Dovecot's authentication policy: a question before each sign-in, and a report after it. */
export function createSignInPolicy(sql: postgres.Sql, limits = new SignInLimits()) {
  return async (given: unknown): Promise<Answer> => {
    const asked = signIn.safeParse(given);
    if (!asked.success) {
      return undefined;
    }
    const { login, address, passwordHash } = asked.data;
    const who = { account: storedAddress(login), address };
    const result = report.safeParse(given);
    if (!result.success) {
      return limits.mayTry(who, performance.now())
        ? { status: 200, body: { status: 0, msg: "" } }
        : { status: 200, body: { status: -1, msg: "Too many wrong passwords; try again in an hour." } };
    }
    if (result.data.success) {
      limits.succeeded(who);
    } else if (!result.data.policy_reject) {
      // While the database is away, right passwords fail as well.
      await sql`select 1`;
      limits.failed({ ...who, passwordHash }, performance.now());
    }
    return { status: 200, body: { status: 0, msg: "" } };
  };
}
