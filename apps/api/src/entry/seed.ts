import { readEnv } from "../env.ts";
import { SeedRefusedError, seedSandbox } from "../sandbox/seed.ts";
import { seedCards } from "../sandbox/seed-cards.ts";
import { seedContacts } from "../sandbox/seed-contacts.ts";
import { seedOperator } from "../sandbox/seed-operator.ts";
import { wire } from "../wire.ts";
import { failToStart } from "./process.ts";

try {
  const env = readEnv();
  const wired = wire(env, "seed");
  const outcome = await seedSandbox({
    db: wired.db,
    now: await wired.clock.now(),
    registrars: wired.registrars,
    mayFill: env.DATABASE_IS_EMBEDDED || env.SANDBOX_ALLOW_FOREIGN_DATABASE,
  });
  const ctx = {
    db: wired.db,
    clock: wired.clock,
    log: wired.log,
    actor: { kind: "system", job: "seed" },
    requestId: null,
    ipAddress: null,
  } as const;
  await seedOperator({ db: wired.db, now: await wired.clock.now() });
  await seedContacts({ ...ctx, ...wired.ports });
  await seedCards({ ...ctx, ...wired.ports });
  wired.log.info({ outcome }, "seed");
  await wired.close();
} catch (error) {
  if (error instanceof SeedRefusedError) {
    console.error(`zonepost: ${error.message}`);
    process.exit(1);
  }
  failToStart(error);
}
