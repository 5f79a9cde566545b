import { rm } from "node:fs/promises";
import path from "node:path";
import type { AgentDatabase } from "./agent-database.ts";
import { type RoundOptions, repeatRounds } from "./mailbox-rounds.ts";

export type EraseOptions = RoundOptions & { database: Pick<AgentDatabase, "findErased"> };

/** Removes the folders of erased accounts. Asks about those that exist, because the list of erased accounts grows without end. */
export function eraseMailboxes(options: EraseOptions): Promise<void> {
  const { mailboxes, database, log, signal } = options;
  return repeatRounds(
    options,
    async (accountIds) => {
      let isDone = true;
      for (const id of await database.findErased(accountIds)) {
        if (signal.aborted) {
          return true;
        }
        try {
          await rm(path.join(mailboxes, id), { recursive: true, force: true });
          log.info({ accountId: id }, "erased the messages of an account");
        } catch (error) {
          isDone = false;
          log.error(
            { err: error, accountId: id },
            "the messages of an account could not be erased; retrying",
          );
        }
      }
      return isDone;
    },
    "the messages of erased accounts were not looked for; retrying",
  );
}
