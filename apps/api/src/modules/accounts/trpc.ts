import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import type { AccountPorts } from "./ports.ts";
import { accountOperations } from "./rest.ts";

export const createAccountRouters = (ports: AccountPorts) => {
  const operations = accountOperations(ports);
  return {
    me: router({
      get: queryOf(operations.getProfile),
      update: mutationOf(operations.updateProfile),
      requestDeletion: mutationOf(operations.requestAccountDeletion),
      undoDeletion: mutationOf(operations.undoAccountDeletion),
      sessions: queryOf(operations.listOwnSessions),
      revokeSession: mutationOf(operations.revokeSession),
      revokeOtherSessions: mutationOf(operations.revokeOtherSessions),
      forgetDevices: mutationOf(operations.forgetTrustedDevices),
      notifications: queryOf(operations.getNotificationSettings),
      updateNotifications: mutationOf(operations.updateNotificationSettings),
      workspaces: queryOf(operations.listMyWorkspaces),
      switchWorkspace: mutationOf(operations.switchWorkspace),
      leaveWorkspace: mutationOf(operations.leaveWorkspace),
    }),
    workspace: router({
      get: queryOf(operations.getWorkspace),
      update: mutationOf(operations.updateWorkspace),
      transferOwnership: mutationOf(operations.transferOwnership),
    }),
    members: router({
      list: queryOf(operations.listMembers),
      update: mutationOf(operations.updateMember),
      remove: mutationOf(operations.removeMember),
    }),
    invitations: router({
      list: queryOf(operations.listInvitations),
      create: mutationOf(operations.createInvitation),
      resend: mutationOf(operations.resendInvitation),
      cancel: mutationOf(operations.cancelInvitation),
    }),
    apiKeys: router({
      list: queryOf(operations.listApiKeys),
      create: mutationOf(operations.createApiKey),
      update: mutationOf(operations.updateApiKey),
      revoke: mutationOf(operations.revokeApiKey),
      roll: mutationOf(operations.rollApiKey),
      reactivate: mutationOf(operations.reactivateApiKey),
    }),
    audit: router({ list: queryOf(operations.pageAuditEntries) }),
  };
};
