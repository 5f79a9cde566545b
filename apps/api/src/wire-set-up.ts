import { createDb } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { EnvError, type SetUpEnv } from "./env.ts";
import { createBusinessClock } from "./kernel/clock.ts";
import { createLogger } from "./kernel/log.ts";
import {
  createWorkspaceForOwner,
  endAllSessions,
  erasePerson,
  eraseWorkspace,
  exportPerson,
  findOwnedWorkspaces,
  grantOperator,
  listOperators,
  revokeOperator,
} from "./modules/accounts/index.ts";
import { allowZone } from "./modules/dns/index.ts";
import { listRegistryMessages } from "./modules/domains/index.ts";
import { recordRegistryDeposit } from "./modules/payments/index.ts";

/** For the operator's commands, which run beside an installation or before its first start. */
export function wireSetUp(env: SetUpEnv) {
  const db = createDb(env.DATABASE_URL, { applicationName: "zonepost-set-up", maxConnections: 2 });
  const log = createLogger("set-up", "warn");
  // In live mode this is the wall clock.
  const ctx = { db, log, clock: createBusinessClock(db), requestId: null, ipAddress: null };
  const makeBox = () => {
    if (env.ENCRYPTION_KEY === undefined) {
      throw new EnvError("ENCRYPTION_KEY: must be set");
    }
    return createSecretBox([env.ENCRYPTION_KEY, ...env.ENCRYPTION_KEYS_RETIRED]);
  };
  const withSecrets = async () => {
    const secretBox = makeBox();
    // It loads all modules, which most commands do without.
    const { refuseWrongKey } = await import("./wire/refuse-wrong-key.ts");
    await refuseWrongKey(db, secretBox, { log });
    return { ...ctx, secretBox };
  };
  /** The worker is the one that talks to the card processor. */
  const withErasure = async () => {
    const { wireErasure } = await import("./wire/erasure.ts");
    const { PANEL_URL: panelUrl, OPERATOR_EMAIL: operatorEmail } = env;
    return { ...(await withSecrets()), ...wireErasure(db, null), panelUrl, operatorEmail };
  };
  return {
    eraseWorkspace: async (id: string, how: { isDryRun: boolean }) =>
      eraseWorkspace(await withErasure(), id, how),
    erasePerson: async (who: { email: string } | { id: string }, how: { isDryRun: boolean }) =>
      erasePerson(await withErasure(), who, how),
    exportPerson: async (who: { email: string } | { id: string }) => {
      const { exportPorts } = await import("./wire/accounts.ts");
      return exportPerson({ ...ctx, ...exportPorts }, who);
    },
    createWorkspace: (input: { name: string; ownerEmail: string }) =>
      createWorkspaceForOwner({ ...ctx, panelUrl: env.PANEL_URL }, input),
    grantOperator: async (email: string) => grantOperator(await withSecrets(), email),
    revokeOperator: async (email: string) => revokeOperator(await withSecrets(), email),
    /** How many values each key has sealed, and the programs that still seal with another key. */
    reportSecrets: async () => {
      const { reportSealed } = await import("./wire/rewrap-secrets.ts");
      return reportSealed({ ...ctx, secretBox: makeBox() });
    },
    /** Seals again what retired keys have sealed. Returns how many values can't be read. */
    rewrapSecrets: async () => {
      const { rewrapSecrets } = await import("./wire/rewrap-secrets.ts");
      return rewrapSecrets(await withSecrets());
    },
    findOwnedWorkspaces: (who: { id: string } | { ownerEmail: string }) => findOwnedWorkspaces(db, who),
    allowZone: (zone: { workspaceId: string; name: string }) => allowZone(ctx, zone),
    endAllSessions: () => endAllSessions(ctx),
    listOperators: () => listOperators(db),
    listRegistryMessages: (limit: number) => listRegistryMessages(db, limit),
    requireKeys: async () => void (await withSecrets()),
    recordRegistryDeposit: (deposit: { registrar: string; amountCents: number }) =>
      recordRegistryDeposit(ctx, deposit),
    close: () => db.close(),
  };
}
