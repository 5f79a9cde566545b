import { router } from "../../kernel/trpc.ts";
import { createApiKeysRouter } from "./api-keys/trpc.ts";
import { createAuditRouter } from "./audit-log/trpc.ts";
import { createInvitationsRouter } from "./invitations/trpc.ts";
import { createMembersRouter, ownershipProcedures } from "./members/trpc.ts";
import { profileProcedures } from "./people/trpc.ts";
import type { AccountPorts } from "./ports.ts";
import { sessionProcedures } from "./sessions/trpc.ts";
import { myWorkspaceProcedures, workspaceProcedures } from "./workspaces/trpc.ts";

/** The panel's procedures for people, workspaces, keys and the audit log. */
export const createAccountRouters = (ports: AccountPorts) => ({
  me: router({ ...myWorkspaceProcedures, ...profileProcedures, ...sessionProcedures }),
  workspace: router({ ...workspaceProcedures, ...ownershipProcedures(ports) }),
  members: createMembersRouter(ports),
  invitations: createInvitationsRouter(ports),
  apiKeys: createApiKeysRouter(ports),
  audit: createAuditRouter(ports),
});
