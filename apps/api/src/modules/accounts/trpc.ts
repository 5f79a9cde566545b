import type { AccountPorts } from "./ports.ts";
import { createApiKeysRouter } from "./trpc/api-keys.ts";
import { createAuditRouter } from "./trpc/audit.ts";
import { createMeRouter } from "./trpc/me.ts";
import { createInvitationsRouter, createMembersRouter, createWorkspaceRouter } from "./trpc/workspace.ts";

/** What the panel asks about people, workspaces, keys and the audit log. */
export const createAccountRouters = (ports: AccountPorts) => ({
  me: createMeRouter(ports),
  workspace: createWorkspaceRouter(ports),
  members: createMembersRouter(ports),
  invitations: createInvitationsRouter(ports),
  apiKeys: createApiKeysRouter(ports),
  audit: createAuditRouter(ports),
});
