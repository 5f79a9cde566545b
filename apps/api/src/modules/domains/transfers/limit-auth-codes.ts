import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { countTry, uncountTry } from "../../../kernel/limits/rate-limit.ts";
import { tooManyWrongAuthCodes } from "../errors.ts";
import { RegistrarError } from "../ports.ts";

const wrongCodesPerHour = 10;

/**
 * Limits wrong auth codes per workspace and name, by the wall clock, so that codes can't be guessed. Each try is
 * counted before it is sent, so that parallel tries don't get around the limit, and uncounted if the code was right.
 */
export async function limitAuthCodes<Answer>(
  { db, clock, actor }: WorkspaceCtx,
  name: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const tries = {
    bucket: `auth-codes:${actor.workspaceId}:${name}`,
    periodMs: hourMs,
    now: clock.wallNow(),
  };
  const { used, resetSeconds } = await countTry(db, tries);
  let isWrong = false;
  try {
    if (used > wrongCodesPerHour) {
      throw tooManyWrongAuthCodes(resetSeconds);
    }
    return await send();
  } catch (error) {
    isWrong = error instanceof RegistrarError && error.reason === "wrong_auth_code";
    throw error;
  } finally {
    if (!isWrong) {
      await uncountTry(db, tries);
    }
  }
}
