import { apiKeyOperations } from "./api-keys/rest.ts";
import { auditOperations } from "./audit-log/rest.ts";
import { erasureOperations } from "./erasure/rest.ts";
import { invitationOperations } from "./invitations/rest.ts";
import { memberOperations } from "./members/rest.ts";
import { profileOperations } from "./people/rest.ts";
import type { AccountPorts } from "./ports.ts";
import { sessionOperations } from "./sessions/rest.ts";
import { workspaceOperations } from "./workspaces/rest.ts";

/** Sign-in is in `auth.ts`. */
export const accountOperations = (ports: AccountPorts) => ({
  ...profileOperations(),
  ...erasureOperations(ports),
  ...sessionOperations(),
  ...workspaceOperations(),
  ...memberOperations(ports),
  ...invitationOperations(ports),
  ...apiKeyOperations(ports),
  ...auditOperations(ports),
});
