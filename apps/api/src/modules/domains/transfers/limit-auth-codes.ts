import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { countTry, uncountTry } from "../../../kernel/rate-limit.ts";
import { tooManyWrongAuthCodes } from "../errors.ts";
import { RegistrarError } from "../ports.ts";

const wrongCodesPerHour = 10;
const hourMs = 3_600_000;

/**
 * Keeps auth codes from being guessed: a workspace sends few wrong ones for a name, by the wall clock. Each is counted
 * before it is sent, so that many at once are no way around, and taken back where it was not wrong.
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
