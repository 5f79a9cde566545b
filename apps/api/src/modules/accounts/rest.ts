import type { Operation } from "../../kernel/operation.ts";
import type { AccountPorts } from "./ports.ts";
import { apiKeyOperations } from "./rest/api-keys.ts";
import { auditOperations } from "./rest/audit.ts";
import { meOperations } from "./rest/me.ts";
import { myWorkspaceOperations } from "./rest/my-workspaces.ts";
import { workspaceOperations } from "./rest/workspace.ts";

/** The operations on people, workspaces, keys and the audit log. Signing in is in `auth/`. */
export const accountOperations = (ports: AccountPorts): Operation[] => [
  ...meOperations(ports),
  ...myWorkspaceOperations(),
  ...workspaceOperations(ports),
  ...apiKeyOperations(ports),
  ...auditOperations(ports),
];
