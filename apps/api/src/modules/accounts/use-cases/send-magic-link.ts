import { type Db, users } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { emailContent } from "../email-text.ts";
import type { EmailPorts } from "../ports.ts";
import { enqueueEmail } from "./enqueue-email.ts";

export const magicLinkLifetimeSeconds = 15 * 60;

/** Mails a link to a person whom we know; to anyone else nothing goes out, and the caller cannot tell. */
export async function sendMagicLink(
  deps: { db: Db; clock: Clock } & EmailPorts,
  input: { email: string; url: string },
): Promise<void> {
  const [person] = await deps.db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(sql`lower(${users.email}) = ${input.email.toLowerCase()}`);
  if (!person) return;
  const content = emailContent(
    [
      `Hello ${person.name},`,
      "here is your link to sign in to Zonepost. It works once, within the next 15 minutes.",
      "If you did not ask for it, ignore this mail: nothing has happened to your account.",
    ],
    { label: "Sign in to Zonepost", url: input.url },
  );
  const email = {
    kind: "magic_link",
    to: person.email,
    subject: "Your link to sign in to Zonepost",
    ...content,
  };
  await enqueueEmail(deps.db, deps, email, await deps.clock.now());
}
